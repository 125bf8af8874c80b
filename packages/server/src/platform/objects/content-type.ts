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

/** Listed by name: of those that are not, nobody knows what a browser makes of them. */
const rasterImages: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/jpg',
  'image/jxl',
  'image/pjpeg',
  'image/png',
  'image/tiff',
  'image/vnd.microsoft.icon',
  'image/webp',
  'image/x-icon',
  'image/x-ms-bmp',
]);

async function sniff(firstBytes: Buffer): Promise<string> {
  // What its detectors stumble over is none of the types that they know.
  // Loaded with the first upload: it knows hundreds of forms, and many servers see none.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(firstBytes).catch(() => undefined);
  if (found !== undefined) return essenceOf(found.mime);
  return isPlainText(firstBytes) ? 'text/plain' : fallback;
}

/** Whether a browser may ever be shown a type, whatever its bytes are. */
export function isShowable(essence: string): boolean {
  if (essence === 'text/plain' || essence === 'application/pdf' || rasterImages.has(essence))
    return true;
  // A browser reads any type of this form as a document, and runs what stands in it.
  return /^(?:audio|video)\//.test(essence) && !/[+/]xml$/.test(essence);
}

// Both have to say so: a picture that declares itself HTML would run, HTML that declares itself a
// picture would be sniffed by somebody.
function isHarmless(declared: string, sniffed: string): boolean {
  if (!isShowable(declared) || !isShowable(sniffed)) return false;
  return familyOf(declared) === familyOf(sniffed);
}

function familyOf(essence: string): string {
  if (/^(?:audio|video)\//.test(essence)) return 'media';
  return rasterImages.has(essence) ? 'image' : essence;
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
