/** Decodes an audio file to mono 16 kHz samples; limits on length, channels and rate hold whatever the file says. */
import type decodeAudio from 'audio-decode';
import { joinSamples } from '../samples.ts';
import { engineSampleRate } from '../speech.ts';
import { resample } from './resample.ts';

export type ReadResult =
  | { readonly samples: Float32Array; readonly durationMs: number }
  | { readonly fault: 'type' | 'long' };

const channelsMax = 8;
const rateMin = 4_000;
const rateMax = 192_000;
// Small: in some codecs a byte of silence is an eighth of a second of audio.
const pieceBytes = 4 * 1024;

/** The package that decodes: it may lie outside of the server's own packages. */
export type Decode = typeof decodeAudio;

export async function readRecording(
  sent: Uint8Array,
  secondsMax: number,
  decode: Decode,
): Promise<ReadResult> {
  // A `Buffer` has a `slice` that copies nothing, which decoders do not expect.
  const file = new Uint8Array(sent.buffer, sent.byteOffset, sent.byteLength);
  const container = containerOf(file);
  if (container === undefined || !hasPlausibleHeader(file, container)) return { fault: 'type' };
  const decoder = await decode[container]();
  const mono: Float32Array[] = [];
  let rate = 0;
  let count = 0;
  const addDecoded = ({ channelData, sampleRate }: Decoded): boolean => {
    if (channelData.length === 0) return true;
    if (rate === 0) rate = sampleRate;
    if (rate !== sampleRate || rate < rateMin || rate > rateMax)
      throw new Error('unusual sample rate');
    const samples = mixToMono(channelData);
    count += samples.length;
    mono.push(samples);
    return count <= secondsMax * rate;
  };
  try {
    for (const piece of piecesOf(file, container))
      if (!addDecoded(await decoder(piece))) return { fault: 'long' };
    if (!addDecoded(await decoder.flush())) return { fault: 'long' };
  } catch {
    // A truncated file: the samples decoded so far are used.
  } finally {
    decoder.free();
  }
  if (count === 0) return { fault: 'type' };
  return {
    samples: resample(joinSamples(Float32Array, mono), rate, engineSampleRate),
    durationMs: Math.round((count * 1000) / rate),
  };
}

type Decoded = Awaited<ReturnType<Awaited<ReturnType<Decode['wav']>>>>;

/** MP4 needs its `moov` index first; if that is at the end, the whole file is one piece. */
function* piecesOf(file: Uint8Array, container: Container): Generator<Uint8Array> {
  let from = 0;
  if (container === 'm4a') {
    from = moovEnd(file);
    yield file.subarray(0, from);
  }
  for (; from < file.length; from += pieceBytes) yield file.subarray(from, from + pieceBytes);
}

function moovEnd(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at + 16 <= file.length; ) {
    const declared = view.getUint32(at);
    const size = declared === 1 ? Number(view.getBigUint64(at + 8)) : declared;
    if (size < 8) break;
    at += size;
    if (view.getUint32(at - size + 4) === 0x6d6f6f76) return Math.min(at, file.length);
  }
  return file.length;
}

// Channels are memory: a header may ask for 65,535 of them.
function hasPlausibleHeader(file: Uint8Array, container: Container): boolean {
  if (container !== 'wav') return true;
  const text = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, pieceBytes));
  const format = text.indexOf('fmt ', 12, 'latin1');
  if (format < 0 || format + 24 > text.length) return false;
  const channels = text.readUInt16LE(format + 10);
  return channels >= 1 && channels <= channelsMax && text.readUInt16LE(format + 20) > 0;
}

function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  const sum = first.slice();
  for (const other of others)
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (other[at] ?? 0);
  for (let at = 0; at < sum.length; at += 1) {
    const value = (sum[at] ?? 0) / channels.length;
    sum[at] = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
  }
  return sum;
}

type Container = 'wav' | 'mp3' | 'aac' | 'opus' | 'oga' | 'webm' | 'm4a';

/** The container by its magic bytes; the declared content type is often wrong. */
export function containerOf(file: Uint8Array): Container | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to));
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
  if (text(0, 4) === '\x1a\x45\xdf\xa3') return 'webm';
  if (text(4, 8) === 'ftyp') return 'm4a';
  if (text(0, 4) === 'OggS') return oggCodec(text(0, 128));
  if (text(0, 3) === 'ID3') return 'mp3';
  const [first = 0, second = 0] = file;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  // The layer is 0 in AAC alone.
  return (second & 0x06) === 0 ? 'aac' : 'mp3';
}

function oggCodec(firstPage: string): Container | undefined {
  if (firstPage.includes('OpusHead')) return 'opus';
  return firstPage.includes('\x01vorbis') ? 'oga' : undefined;
}
