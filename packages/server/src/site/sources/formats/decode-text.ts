/** Decodes UTF-8, UTF-16 with a byte order mark, else the declared encoding or Windows-1252. */
export function decodeText(bytes: Uint8Array, declared = ''): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs(knownEncoding(declared) ?? 'windows-1252', bytes);
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

function knownEncoding(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    // Decoding as UTF-8 has failed already.
    return encoding === 'utf-8' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** Whether bytes are text: no NUL among the first ones, unless a byte order mark says UTF-16. */
export function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isWide || !bytes.subarray(0, 4096).includes(0);
}
