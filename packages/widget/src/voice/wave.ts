/** Streaming WAV decoder: 16-bit PCM, first channel. */
interface WavePiece {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
}

/** Throws a RangeError for a file of any other kind. */
export async function* readWave(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<WavePiece, void, undefined> {
  const reader = stream.getReader();
  let head: WaveHead | undefined;
  let rest = new Uint8Array(0);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value !== undefined) rest = concatBytes(rest, value);
      if (head === undefined) {
        head = readHeader(rest);
        if (head !== undefined) rest = rest.slice(head.dataAt);
        else if (done || rest.length > headBytesMax) throw new RangeError('Not a 16-bit WAV file.');
      }
      if (head !== undefined) {
        const frame = 2 * head.channels;
        // Batched: each short piece would cost an audio node and click at its edges.
        const isEnough = done || rest.length >= (head.sampleRate * frame) / 4;
        const whole = isEnough ? rest.length - (rest.length % frame) : 0;
        if (whole > 0) {
          yield { samples: samplesOf(rest, whole, frame), sampleRate: head.sampleRate };
          rest = rest.slice(whole);
        }
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

interface WaveHead {
  readonly channels: number;
  readonly sampleRate: number;
  readonly dataAt: number;
}

const headBytesMax = 64 * 1024;

/** Undefined until the data chunk begins. */
function readHeader(bytes: Uint8Array): WaveHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12) return undefined;
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new RangeError('Not a WAV file.');
  let format: Omit<WaveHead, 'dataAt'> | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (name(at) === 'data') return format && { ...format, dataAt: at + 8 };
    if (name(at) === 'fmt ') {
      if (at + 24 > bytes.length) return undefined;
      if (view.getUint16(at + 22, true) !== 16) throw new RangeError('Not a 16-bit WAV file.');
      format = {
        channels: Math.max(1, view.getUint16(at + 10, true)),
        sampleRate: view.getUint32(at + 12, true),
      };
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function samplesOf(bytes: Uint8Array, length: number, frame: number): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const samples = new Float32Array(length / frame);
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = view.getInt16(index * frame, true) / 32_768;
  return samples;
}

function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
