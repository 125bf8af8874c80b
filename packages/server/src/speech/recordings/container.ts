/** Audio container by magic bytes; the declared content type is often wrong. */
export type Container = 'wav' | 'mp3' | 'aac' | 'opus' | 'oga' | 'webm' | 'm4a';

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
