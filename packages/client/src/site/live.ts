/** A live voice session over one WebSocket: audio and questions in, text and audio out. */
import type { Language, LiveServerMessage } from '@baraza/contract';
import { queryText, segment } from '../transport/address.ts';
import type { HistoryEntry } from './ask.ts';

/** The site and its server. */
export type LiveServer = {
  readonly base: string;
  readonly site: string;
  readonly key?: string | undefined;
  readonly visitor?: string | undefined;
};

export type LiveOptions = {
  /** Every server message in order, and the audio of its answers. */
  readonly onEvent: (event: LiveEvent) => void;
  /** Without it the language is detected in each turn. */
  readonly language?: Language | undefined;
  /** `auto`: a pause ends a turn; `manual`: commit does. */
  readonly mode?: 'auto' | 'manual' | undefined;
  readonly silenceMs?: number | undefined;
  /** Whether speech interrupts an answer (barge-in); true by default. */
  readonly interrupt?: boolean | undefined;
  readonly voice?: string | undefined;
  /** False: answers come as text only. */
  readonly speech?: boolean | undefined;
  readonly history?: readonly HistoryEntry[] | undefined;
  readonly conversation?: string | undefined;
  readonly page?: string | undefined;
  /** Ends the session at once. */
  readonly signal?: AbortSignal | undefined;
  /** A WebSocket constructor, for runtimes without one such as old versions of Node. */
  readonly WebSocket?: typeof WebSocket | undefined;
};

/** Audio of an answer: 16-bit mono samples. */
export type LiveSound = {
  readonly type: 'sound';
  readonly answer: string;
  readonly sampleRate: number;
  readonly samples: Int16Array<ArrayBuffer>;
};
export type LiveEvent = LiveServerMessage | LiveSound;

export type LiveEnd = {
  /** WebSocket close code: 1000 for a normal end; the others are in the documentation. */
  readonly code: number;
  /** The last error that the server sent before it closed. */
  readonly error?: { readonly code: string; readonly error: string } | undefined;
};

export type LiveSession = ReturnType<typeof openLive>;

// Backpressure: two seconds of audio; older audio is useless when it arrives.
const unsentBytesMax = 64_000;

export function openLive(server: LiveServer, options: LiveOptions) {
  const { base, site, key, visitor } = server;
  const path = `/v1/sites/${segment(site)}/live${queryText({ key, visitor })}`;
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  const socket = new Socket(base.replace(/^http/, 'ws') + path, 'site-assistant.v1');
  socket.binaryType = 'arraybuffer';
  let sound: { readonly answer: string; readonly sampleRate: number } | undefined;
  let error: LiveEnd['error'];
  const unsent: string[] = [];

  const send = (message: object) => {
    const text = JSON.stringify(message);
    if (socket.readyState === 0) unsent.push(text);
    else if (socket.readyState === 1) socket.send(text);
  };

  const { history, language, voice, speech, conversation, page } = options;
  send({
    type: 'start',
    version: 1,
    language,
    turn: { mode: options.mode, silence_ms: options.silenceMs, interrupt: options.interrupt },
    voice,
    speech,
    history,
    conversation,
    page,
  });
  socket.onopen = () => {
    for (const text of unsent.splice(0)) socket.send(text);
  };
  // A close event with the reason follows. Without a listener, WebSocket libraries would throw.
  socket.onerror = () => {};
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') {
      if (sound !== undefined)
        options.onEvent({ type: 'sound', ...sound, samples: new Int16Array(data) });
      return;
    }
    const message = JSON.parse(data) as LiveServerMessage;
    if (message.type === 'audio')
      sound = { answer: message.answer, sampleRate: message.sample_rate };
    if (message.type === 'audio_end' || message.type === 'interrupted') sound = undefined;
    if (message.type === 'error') error = { code: message.code, error: message.error };
    options.onEvent(message);
  };
  const stop = () => socket.close();
  options.signal?.addEventListener('abort', stop);
  const closed = new Promise<LiveEnd>((resolve) => {
    socket.onclose = ({ code }) => {
      options.signal?.removeEventListener('abort', stop);
      resolve({ code, error });
    };
  });
  if (options.signal?.aborted) stop();

  return {
    /** Microphone audio: mono, 16 kHz, 20 to 100 ms in each call. */
    sendSound: (samples: Int16Array<ArrayBuffer>): void => {
      if (socket.readyState === 1 && socket.bufferedAmount < unsentBytesMax) socket.send(samples);
    },
    ask: (question: string): void => send({ type: 'ask', question }),
    /** Ends the visitor's turn. */
    commit: (): void => send({ type: 'commit' }),
    /** Discards the audio of the open turn. */
    clear: (): void => send({ type: 'clear' }),
    /** Stops the answer. */
    interrupt: (playedMs?: number): void => send({ type: 'interrupt', played_ms: playedMs }),
    /** Reports the playback position of an answer. */
    played: (answer: string, ms: number, ended: boolean): void =>
      send({ type: 'played', answer, ms, ended }),
    /** Asks the server to end the session; `closed` resolves when it has. */
    end: (): void => send({ type: 'end' }),
    closed,
  };
}
