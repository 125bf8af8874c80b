/** Speaker over HTTP: the OpenAI endpoint /audio/speech. */

import type { Speaker, Voice } from '../speech.ts';
import { readWavHeader } from '../wav.ts';
import { createSpeechServer, type IdleTimeout, type ServerOptions } from './call.ts';

// The endpoint's `pcm` format has this sample rate and no header that states it.
const pcmSampleRate = 24_000;
const headBytesMax = 4 * 1024;
const chunksBufferedMax = 64;
// Two minutes of sound: more than the longest text takes.
const soundBytesMax = 2 * 120 * 48_000;

/** Voice names for applications; they do not reveal the engine. */
const voices: readonly Voice[] = [
  { name: 'natural-sw', language: 'sw' },
  { name: 'natural-en', language: 'en' },
];

export function openServerSpeaker(options: ServerOptions & { readonly voice: string }): Speaker {
  const { model, voice } = options;
  const server = createSpeechServer(options);
  return {
    voices,
    speak: async (text, _voice, callerSignal) => {
      const cancelling = new AbortController();
      const signal = AbortSignal.any([callerSignal, cancelling.signal]);
      const rateKnown = Promise.withResolvers<number>();
      const sound = createChunkQueue();
      const order = { model, voice, input: text, response_format: 'pcm' };
      const done = server.post('/audio/speech', order, signal, (response, idleTimeout) =>
        readSound(response, idleTimeout, rateKnown.resolve, sound.push),
      );
      done.then(sound.end, (cause: unknown) => {
        rateKnown.reject(cause);
        sound.fail(cause);
      });
      const sampleRate = await rateKnown.promise;
      const cancel = () => cancelling.abort(new Error('nobody listens any more'));
      return { sampleRate, chunks: cancelOnReturn(sound.chunks(), cancel) };
    },
    close: async () => {},
  };
}

async function* cancelOnReturn(
  chunks: AsyncIterable<Int16Array>,
  leave: () => void,
): AsyncIterable<Int16Array> {
  try {
    yield* chunks;
  } finally {
    leave();
  }
}

/** Reports the sample rate with the first samples; an empty body is a failure. */
async function readSound(
  response: Response,
  idleTimeout: IdleTimeout,
  onRate: (sampleRate: number) => void,
  push: (samples: Int16Array) => Promise<void>,
): Promise<void> {
  let rate = 0;
  let bytes = 0;
  let left = Buffer.alloc(0);
  for await (const part of response.body ?? []) {
    idleTimeout.restart();
    bytes += part.length;
    if (bytes > soundBytesMax) throw new Error('it spoke without an end');
    left = Buffer.concat([left, part]);
    if (rate === 0) {
      const head = readStreamHeader(left);
      if (head === undefined) continue;
      rate = head.sampleRate;
      left = left.subarray(head.dataFrom);
    }
    const whole = left.length - (left.length % 2);
    if (whole === 0) continue;
    // A copy: an Int16Array needs an even offset.
    const samples = new Int16Array(new Uint8Array(left.subarray(0, whole)).buffer);
    left = left.subarray(whole);
    onRate(rate);
    idleTimeout.pause();
    await push(samples);
    idleTimeout.restart();
  }
  if (rate === 0 || bytes < 2) throw new Error('it said nothing');
}

function readStreamHeader(
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
  return { sampleRate: pcmSampleRate, dataFrom: 0 };
}

/** Bounded queue of chunks between producer and consumer; `push` resolves when there is room. */
function createChunkQueue() {
  const waiting: Int16Array[] = [];
  let ending: { readonly cause: unknown } | 'whole' | undefined;
  let wake = () => {};
  let room = () => {};
  return {
    push: (samples: Int16Array): Promise<void> => {
      waiting.push(samples);
      wake();
      if (waiting.length < chunksBufferedMax) return Promise.resolve();
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
