/** Speaker over HTTP: the OpenAI endpoint /audio/speech. */
import { ReadableStream, TransformStream } from 'node:stream/web';
import type { Speaker, Voice } from '../speech.ts';
import { readWavHeader } from '../wav.ts';
import { createSpeechServer, type ServerOptions, SpeechFault } from './call.ts';

// The endpoint's `pcm` format has this sample rate and no header that states it.
const pcmSampleRate = 24_000;
const headBytesMax = 4 * 1024;
// Enough to distinguish a text from samples.
const textBytes = 16;
// Read from the server before a slow listener needs it, so that the server is free early.
const chunksBufferedMax = 64;

/** Voice names for applications; they do not reveal the engine. */
const voices: readonly Voice[] = [
  { name: 'natural-sw', language: 'sw' },
  { name: 'natural-en', language: 'en' },
];

interface SoundPart {
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

export function openServerSpeaker(options: ServerOptions & { readonly voice: string }): Speaker {
  const { model, voice } = options;
  const post = createSpeechServer(options);
  return {
    voices,
    speak: async (text, _voice, callerSignal) => {
      const leaving = new AbortController();
      const signal = AbortSignal.any([callerSignal, leaving.signal]);
      const body = { model, voice, input: text, response_format: 'pcm' };
      const sound = ReadableStream.from(post('/audio/speech', body, signal, readSound))
        .pipeThrough(new TransformStream({}, undefined, { highWaterMark: chunksBufferedMax }))
        [Symbol.asyncIterator]();
      const opening = await sound.next();
      if (opening.done === true) throw new SpeechFault('it sent no audio');
      const chunks = samplesOf(opening.value, sound, () => leaving.abort());
      return { sampleRate: opening.value.sampleRate, chunks };
    },
    close: async () => {},
  };
}

async function* samplesOf(
  opening: SoundPart,
  rest: AsyncIterableIterator<SoundPart>,
  onReturn: () => void,
): AsyncIterable<Int16Array> {
  try {
    yield opening.samples;
    for await (const { samples } of rest) yield samples;
  } finally {
    onReturn();
  }
}

/** The samples as they come; an empty body is a failure. */
async function* readSound(parts: AsyncIterable<Uint8Array>): AsyncIterable<SoundPart> {
  let sampleRate = 0;
  let bytes = 0;
  let left = Buffer.alloc(0);
  for await (const part of parts) {
    bytes += part.length;
    left = Buffer.concat([left, part]);
    if (sampleRate === 0) {
      const head = readStreamHeader(left);
      if (head === undefined) continue;
      sampleRate = head.sampleRate;
      left = left.subarray(head.dataFrom);
    }
    const whole = left.length - (left.length % 2);
    if (whole === 0) continue;
    // A copy: an Int16Array needs an even offset.
    const samples = new Int16Array(new Uint8Array(left.subarray(0, whole)).buffer);
    left = left.subarray(whole);
    yield { sampleRate, samples };
  }
  if (sampleRate === 0 || bytes < 2) throw new SpeechFault('it sent no audio');
}

function readStreamHeader(
  bytes: Buffer,
): { readonly sampleRate: number; readonly dataFrom: number } | undefined {
  if (bytes.length < 4) return undefined;
  const mark = bytes.toString('latin1', 0, 4);
  if (mark === 'RIFF') {
    const head = readWavHeader(bytes);
    if (head === undefined && bytes.length > headBytesMax)
      throw new SpeechFault('not a plain WAV file');
    return head;
  }
  if (mark.startsWith('ID3') || mark === 'OggS' || mark === 'fLaC')
    throw new SpeechFault('it answered with a different format than requested');
  if (isText(bytes)) throw new SpeechFault('it answered with a text instead of sound');
  return { sampleRate: pcmSampleRate, dataFrom: 0 };
}

/** JSON or HTML, such as an error with status 200: sound never has only printable bytes. */
function isText(bytes: Buffer): boolean {
  return /^\s*[{[<][\s\x20-\x7e]*$/.test(bytes.toString('latin1', 0, textBytes));
}
