import { MIMEType } from 'node:util';

/** How many leading bytes are sniffed for the type. */
export const sniffedBytes = 4_100;

const fallback = 'application/octet-stream';

export interface ContentType {
  /** The declared type without parameters; when it is generic, the sniffed one. */
  readonly essence: string;
  /** Whether a browser may show it inline: only a harmless type whose bytes match the declaration. */
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

/** The pictures that a browser may show. */
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
  // A detector that throws means an unknown type. The library is loaded with the first upload: it knows
  // hundreds of formats, and many servers never receive an upload.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(firstBytes).catch(() => undefined);
  if (found !== undefined) return essenceOf(found.mime);
  return isPlainText(firstBytes) ? 'text/plain' : fallback;
}

/** Whether a type is on the allow list, whatever the bytes are. */
export function isShowable(essence: string): boolean {
  if (essence === 'text/plain' || essence === 'application/pdf' || rasterImages.has(essence))
    return true;
  // A browser treats any XML type as a document, and runs scripts in it.
  return /^(?:audio|video)\//.test(essence) && !/[+/]xml$/.test(essence);
}

// Declaration and bytes must agree: a picture declared as HTML would be executed, HTML declared as a
// picture might be sniffed by a browser.
function isHarmless(declared: string, sniffed: string): boolean {
  if (!isShowable(declared) || !isShowable(sniffed)) return false;
  return familyOf(declared) === familyOf(sniffed);
}

function familyOf(essence: string): string {
  if (/^(?:audio|video)\//.test(essence)) return 'media';
  return rasterImages.has(essence) ? 'image' : essence;
}

// No binary data bytes (WHATWG MIME sniffing), and valid UTF-8 up to the cut.
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
