/** Audio codecs of live sessions: PCM and mu-law to 16 kHz samples, resampling, file detection. */
import { type LiveEncoding, liveLimits } from '@baraza/contract';

/** Decodes frames of one encoding to 16 kHz samples; stateful across frames. */
export type SampleReader = (frame: Uint8Array) => Int16Array;

export function createSampleReader(encoding: LiveEncoding): SampleReader {
  return encoding === 'mulaw' ? createMulawReader() : readPcm;
}

export function millisecondsOf(frame: Uint8Array, encoding: LiveEncoding): number {
  return encoding === 'mulaw'
    ? (frame.length * 1000) / liveLimits.thinSampleRate
    : (frame.length * 500) / liveLimits.inputSampleRate;
}

// An Int16Array view needs an even offset, which a frame in a larger buffer may not have.
function readPcm(frame: Uint8Array): Int16Array {
  const samples = frame.length >> 1;
  if (frame.byteOffset % 2 === 0) return new Int16Array(frame.buffer, frame.byteOffset, samples);
  return new Int16Array(copyBytes(frame.subarray(0, samples * 2)).buffer);
}

/** Copies the bytes; `slice` of a Node buffer would share its memory. */
export function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

const mulaw = Int16Array.from({ length: 256 }, (_, code) => {
  const value = ~code & 0xff;
  const magnitude = (((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4);
  return (value & 0x80) === 0 ? magnitude - 0x84 : 0x84 - magnitude;
});

// 8 kHz to 16 kHz by linear interpolation.
function createMulawReader(): SampleReader {
  let last = 0;
  return (frame) => {
    const samples = new Int16Array(frame.length * 2);
    for (let at = 0; at < frame.length; at += 1) {
      const sample = mulaw[frame[at] ?? 0xff] ?? 0;
      samples[at * 2] = (last + sample) >> 1;
      samples[at * 2 + 1] = sample;
      last = sample;
    }
    return samples;
  };
}

/** The largest 16-bit sample, which is 1 as a float. */
export const fullScale = 32_768;

export function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) floats[at] = (samples[at] ?? 0) / fullScale;
  return floats;
}

/** Linear resampling, for an answer whose voice changes to one with another sample rate. */
export function resampleLinear(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return samples;
  const resampled = new Int16Array(Math.round((samples.length * to) / from));
  for (let at = 0; at < resampled.length; at += 1) {
    const position = (at * from) / to;
    const before = samples[Math.floor(position)] ?? 0;
    const after = samples[Math.floor(position) + 1] ?? before;
    resampled[at] = before + (after - before) * (position % 1);
  }
  return resampled;
}

/** Whether bytes are an audio file (WebM, Ogg, MP4, WAV) rather than raw samples. */
export function isRecording(bytes: Uint8Array): boolean {
  const text = (from: number, length: number) =>
    String.fromCharCode(...bytes.subarray(from, from + length));
  if (bytes.length < 12) return false;
  if (text(0, 4) === '\x1a\x45\xdf\xa3' || text(0, 4) === 'OggS' || text(4, 4) === 'ftyp')
    return true;
  return text(0, 4) === 'RIFF' && text(8, 4) === 'WAVE';
}
