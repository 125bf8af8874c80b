import { MIMEType } from 'node:util';

/** How many first bytes tell the type of a file. */
export const sniffedBytes = 4_100;

const fallback = 'application/octet-stream';

export interface ContentType {
  /** What was declared, without parameters; where that says nothing, what the bytes say. */
  readonly essence: string;
  /** Whether a browser may show it: only when the bytes are what was declared, and harmless. */
  readonly inline: boolean;
}

export async function judgeContentType(
  declared: string | undefined,
  firstBytes: Buffer,
): Promise<ContentType> {
  const sniffed = await sniff(firstBytes);
  const essence = declared === undefined ? sniffed : essenceOf(declared);
  if (essence === fallback && isHarmless(sniffed, sniffed) && sniffed !== 'text/plain')
    return { essence: sniffed, inline: true };
  return { essence, inline: isHarmless(essence, sniffed) };
}

function essenceOf(declared: string): string {
  try {
    return new MIMEType(declared).essence;
  } catch {
    return fallback;
  }
}

async function sniff(firstBytes: Buffer): Promise<string> {
  // What its detectors stumble over is none of the types that they know.
  // Loaded with the first upload: it knows hundreds of forms, and many servers see none.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(firstBytes).catch(() => undefined);
  if (found !== undefined) return essenceOf(found.mime);
  return isPlainText(firstBytes) ? 'text/plain' : fallback;
}

// Both have to say so: a picture that declares itself HTML would run, HTML that declares itself a
// picture would be sniffed by somebody.
function isHarmless(declared: string, sniffed: string): boolean {
  if (declared === 'text/plain') return sniffed === 'text/plain';
  if (declared === 'application/pdf') return sniffed === declared;
  const family = declared.slice(0, declared.indexOf('/') + 1);
  if (family === 'image/') return declared !== 'image/svg+xml' && sniffed.startsWith('image/');
  const media = sniffed.startsWith('audio/') || sniffed.startsWith('video/');
  return (family === 'audio/' || family === 'video/') && media;
}

// Bytes that no text has, as the WHATWG's sniffing names them, and valid UTF-8 up to where we cut.
function isPlainText(bytes: Buffer): boolean {
  for (const byte of bytes)
    if (
      byte < 0x09 ||
      byte === 0x0b ||
      (byte > 0x0d && byte < 0x1b) ||
      (byte > 0x1b && byte < 0x20)
    )
      return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, {
      stream: bytes.length >= sniffedBytes,
    });
    return true;
  } catch {
    return false;
  }
}
