import { MIMEType } from 'node:util';
import { fileTypeFromBuffer } from 'file-type';

/** How many first bytes tell the type of a file. */
export const sniffedBytes = 4_100;

const fallback = 'application/octet-stream';

export interface ContentType {
  /** What was declared, without parameters; the fallback when it is no MIME type. */
  readonly essence: string;
  /** Whether a browser may show it: only when the bytes are what was declared, and harmless. */
  readonly inline: boolean;
}

export async function judgeContentType(
  declared: string | undefined,
  firstBytes: Buffer,
): Promise<ContentType> {
  const essence = essenceOf(declared);
  return { essence, inline: isHarmless(essence, await sniff(firstBytes)) };
}

export function essenceOf(declared: string | undefined): string {
  try {
    return new MIMEType(declared ?? '').essence;
  } catch {
    return fallback;
  }
}

async function sniff(firstBytes: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(firstBytes);
  if (found !== undefined) return found.mime;
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

// Bytes that no text has, as the WHATWG's sniffing names them, and valid UTF-8 up to the cut.
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
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
