/** Talking in a page: the microphone goes to a live session, and its answers to the loudspeaker. */
import {
  type LiveEvent,
  type LiveOptions,
  type LiveServer,
  type LiveSession,
  openLive,
} from './live.ts';

export type TalkOptions = Omit<LiveOptions, 'onEvent'> & {
  readonly onEvent?: ((event: LiveEvent) => void) | undefined;
  /** One of the page's own; else one is made, and closed with the session. */
  readonly context?: AudioContext | undefined;
};

export type Talk = LiveSession & {
  /** In manual mode: the microphone is open from here until it is let go, and the answer stops. */
  readonly hold: () => void;
  readonly letGo: () => void;
  /** Nothing is sent while it is muted. */
  readonly setMuted: (isMuted: boolean) => void;
  /** How loud the microphone was last, from 0 to 1. */
  readonly level: () => number;
};

/**
 * Asks for the microphone; rejects as the browser does when it is refused. Call it from a click, or
 * there will be no sound.
 */
export async function startTalk(server: LiveServer, options: TalkOptions): Promise<Talk> {
  const context = options.context ?? new AudioContext();
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
    if (options.context === undefined) void context.close();
  };
  try {
    await Promise.all([
      context.resume(),
      // From an address: strict pages let no worklet be made of text.
      context.audioWorklet.addModule(`${server.base}/live-worklet.js`),
    ]);
    options.signal?.throwIfAborted();
  } catch (error) {
    release();
    throw error;
  }
  const isManual = options.mode === 'manual';
  let isOpen = !isManual;
  let isMuted = false;
  let level = 0;
  const speaker = createLoudspeaker(context, (answer, ms, ended) =>
    session.played(answer, ms, ended),
  );
  const session = openLive(server, {
    ...options,
    onEvent: (event) => {
      speaker.take(event);
      options.onEvent?.(event);
    },
  });
  const microphone = new AudioWorkletNode(context, 'baraza-microphone');
  microphone.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => {
    level = isOpen && !isMuted ? loudness(data) : 0;
    if (isOpen && !isMuted) session.sendSound(data);
  };
  const source = context.createMediaStreamSource(stream);
  // It is silent, but what leads nowhere is not kept running.
  source.connect(microphone).connect(context.destination);
  void session.closed.then(() => {
    source.disconnect();
    microphone.disconnect();
    speaker.close();
    release();
  });
  return {
    ...session,
    hold: () => {
      if (speaker.isPlaying()) session.interrupt();
      isOpen = true;
    },
    letGo: () => {
      if (isManual) isOpen = false;
      session.commit();
    },
    setMuted: (muted) => {
      isMuted = muted;
    },
    level: () => level,
  };
}

function createLoudspeaker(
  context: AudioContext,
  onPlayed: (answer: string, ms: number, ended: boolean) => void,
) {
  const node = new AudioWorkletNode(context, 'baraza-loudspeaker', { numberOfInputs: 0 });
  node.connect(context.destination);
  let playing:
    | { readonly answer: string; readonly rate: number; readonly fromMs: number }
    | undefined;
  let fromMs = 0;
  node.port.onmessage = ({ data: [samples, ended] }: MessageEvent<[number, boolean]>) => {
    if (playing === undefined) return;
    const { answer, rate } = playing;
    onPlayed(answer, Math.round(playing.fromMs + (samples * 1000) / rate), ended);
    if (ended) playing = undefined;
  };
  return {
    isPlaying: () => playing !== undefined,
    close: () => node.disconnect(),
    take: (event: LiveEvent) => {
      switch (event.type) {
        case 'audio':
          playing = { answer: event.answer, rate: event.sample_rate, fromMs };
          fromMs = 0;
          node.port.postMessage(event.sample_rate);
          return;
        case 'sound':
          node.port.postMessage(event.samples, [event.samples.buffer]);
          return;
        case 'audio_end':
          node.port.postMessage('end');
          return;
        case 'interrupted':
          node.port.postMessage('flush');
          return;
        case 'resumed':
          fromMs = event.from_ms;
      }
    },
  };
}

function loudness(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / samples.length) / 6_000);
}
