/** WAV files with 16-bit mono PCM. */
const headerBytes = 44;
// Length field of a streamed file; players then read to the end.
const unknownBytes = 0xffff_ffff;

/** Header for a number of bytes of samples; undefined for a stream of unknown length. */
export function wavHeader(sampleRate: number, dataBytes: number | undefined): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(dataBytes === undefined ? unknownBytes : dataBytes + headerBytes - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes ?? unknownBytes, 40);
  return header;
}

export function wavFile(samples: Float32Array, sampleRate: number): Buffer {
  const file = Buffer.alloc(headerBytes + samples.length * 2);
  wavHeader(sampleRate, samples.length * 2).copy(file);
  for (const [index, sample] of samples.entries()) {
    const value = Math.max(-1, Math.min(1, sample));
    file.writeInt16LE(Math.round(value * 32_767), headerBytes + index * 2);
  }
  return file;
}

/** Sample rate and data offset; undefined while the header is incomplete, or for anything but 16-bit mono PCM. */
export function readWavHeader(
  bytes: Buffer,
): { readonly sampleRate: number; readonly dataFrom: number } | undefined {
  const format = bytes.indexOf('fmt ', 0, 'latin1');
  const data = bytes.indexOf('data', 0, 'latin1');
  if (format < 0 || data < 0 || format + 24 > bytes.length || data + 8 > bytes.length)
    return undefined;
  const isPlain =
    bytes.readUInt16LE(format + 8) === 1 &&
    bytes.readUInt16LE(format + 10) === 1 &&
    bytes.readUInt16LE(format + 22) === 16;
  if (!isPlain) return undefined;
  return { sampleRate: bytes.readUInt32LE(format + 12), dataFrom: data + 8 };
}
