/** A speaker on another server, by the OpenAI endpoint /audio/speech. */

import type { Speaker, Voice } from '../speech.ts';
import { readWavHeader } from '../wav.ts';
import { createSpeechServer, type ServerOptions, type Watch } from './call.ts';

// The endpoint's plain samples have this rate and no head that could say so.
const plainRate = 24_000;
const headBytesMax = 4 * 1024;
const chunksAhead = 64;
// Two minutes of sound: more than the longest text takes.
const soundBytesMax = 2 * 120 * 48_000;

/** What applications see: which engine speaks is nobody's business. */
const voices: readonly Voice[] = [
  { name: 'natural-sw', language: 'sw' },
  { name: 'natural-en', language: 'en' },
];

export function openServerSpeaker(options: ServerOptions & { readonly voice: string }): Speaker {
  const { model, voice } = options;
  const server = createSpeechServer(options);
  return {
    voices,
    speak: async (text, _voice, given) => {
      const leaving = new AbortController();
      const signal = AbortSignal.any([given, leaving.signal]);
      const begun = Promise.withResolvers<number>();
      const sound = openChannel();
      const order = { model, voice, input: text, response_format: 'pcm' };
      const done = server.post('/audio/speech', order, signal, (response, watch) =>
        readSound(response, watch, begun.resolve, sound.push),
      );
      done.then(sound.end, (cause: unknown) => {
        begun.reject(cause);
        sound.fail(cause);
      });
      const sampleRate = await begun.promise;
      const leave = () => leaving.abort(new Error('nobody listens any more'));
      return { sampleRate, chunks: listened(sound.chunks(), leave) };
    },
    close: async () => {},
  };
}

async function* listened(
  chunks: AsyncIterable<Int16Array>,
  leave: () => void,
): AsyncIterable<Int16Array> {
  try {
    yield* chunks;
  } finally {
    leave();
  }
}

/** Tells the rate with the first samples; a server that says nothing at all has failed. */
async function readSound(
  response: Response,
  watch: Watch,
  onRate: (sampleRate: number) => void,
  push: (samples: Int16Array) => Promise<void>,
): Promise<void> {
  let rate = 0;
  let bytes = 0;
  let left = Buffer.alloc(0);
  for await (const part of response.body ?? []) {
    watch.heard();
    bytes += part.length;
    if (bytes > soundBytesMax) throw new Error('it spoke without an end');
    left = Buffer.concat([left, part]);
    if (rate === 0) {
      const head = headOf(left);
      if (head === undefined) continue;
      rate = head.sampleRate;
      left = left.subarray(head.dataFrom);
    }
    const whole = left.length - (left.length % 2);
    if (whole === 0) continue;
    // Its own memory, at an even place.
    const samples = new Int16Array(new Uint8Array(left.subarray(0, whole)).buffer);
    left = left.subarray(whole);
    onRate(rate);
    watch.pause();
    await push(samples);
    watch.heard();
  }
  if (rate === 0 || bytes < 2) throw new Error('it said nothing');
}

function headOf(
  bytes: Buffer,
): { readonly sampleRate: number; readonly dataFrom: number } | undefined {
  if (bytes.length < 4) return undefined;
  const mark = bytes.toString('latin1', 0, 4);
  if (mark === 'RIFF') {
    const head = readWavHeader(bytes);
    if (head === undefined && bytes.length > headBytesMax) throw new Error('no plain WAV');
    return head;
  }
  if (mark.startsWith('ID3') || mark === 'OggS' || mark === 'fLaC')
    throw new Error('it answered with another format than asked for');
  return { sampleRate: plainRate, dataFrom: 0 };
}

/** Hands samples from who makes them to who listens; who makes them waits when nobody does. */
function openChannel() {
  const waiting: Int16Array[] = [];
  let ending: { readonly cause: unknown } | 'whole' | undefined;
  let wake = () => {};
  let room = () => {};
  return {
    push: (samples: Int16Array): Promise<void> => {
      waiting.push(samples);
      wake();
      if (waiting.length < chunksAhead) return Promise.resolve();
      return new Promise((resolve) => {
        room = resolve;
      });
    },
    end: () => {
      ending = 'whole';
      wake();
    },
    fail: (cause: unknown) => {
      ending = { cause };
      wake();
    },
    async *chunks(): AsyncIterable<Int16Array> {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) {
          room();
          yield next;
        } else if (ending === 'whole') return;
        else if (ending !== undefined) throw ending.cause;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
