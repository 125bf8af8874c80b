import type { Answer } from '../../http/answer.ts';
import { wavHeader } from '../../speech/wav.ts';
import { spokenTypes } from '../offers.ts';
import type { Speaking } from './speak.ts';

type SpokenType = (typeof spokenTypes)[number];

/** Speech in the form that the listener takes, each sentence as soon as it is spoken. */
export function speakResponse(speaking: Speaking, accept: string | undefined): Answer {
  const { voice, sampleRate, sound } = speaking;
  const type = typeFor(accept);
  const headers = {
    'content-type': type === 'audio/wav' ? type : `${type};rate=${sampleRate};bits=16;channels=1`,
    'x-voice': voice,
  };
  const opening = (bytes: number | undefined) =>
    type === 'audio/wav' ? wavHeader(sampleRate, bytes) : Buffer.alloc(0);
  return {
    stream: async (sink) => {
      if (sound instanceof Int16Array) {
        const bytes = bytesOf(sound);
        const first = opening(bytes.length);
        sink.start(200, { ...headers, 'content-length': first.length + bytes.length });
        await sink.write(first);
        await sink.write(bytes);
        return;
      }
      sink.start(200, headers);
      let isOpen = false;
      for await (const samples of sound) {
        if (!isOpen) await sink.write(opening(undefined));
        isOpen = true;
        await sink.write(bytesOf(samples));
      }
    },
  };
}

/** The first of ours that is asked for by name. */
function typeFor(accept = ''): SpokenType {
  const asked = accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return spokenTypes.find((type) => asked.includes(type)) ?? spokenTypes[0];
}

function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
