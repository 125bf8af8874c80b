/** Extracts the text of stored objects; their type is detected from the bytes, not from the name. */
import { createByteCache } from '../../kernel/byte-cache.ts';
import { inSteps } from '../../kernel/steps.ts';
import type { ObjectRow } from '../../store/platform/objects.ts';
import { judgeContentType, sniffedBytes } from '../objects/content-type.ts';
import type { OpenObjectBytes } from '../objects/object-bytes.ts';
import { type Cut, cuttingPages, cuttingText, type TextForm } from './documents.ts';
import type { HiddenFields } from './fields/hidden-fields.ts';
import { createPdfReader } from './pdf.ts';
import type { PdfFault, PdfText } from './pdf-messages.ts';

export interface ObjectReader {
  /**
   * The parts of one object. Undefined: it has no text, such as a picture. `later`: it was not read before
   * the signal aborted; a later call may succeed.
   */
  readonly partsOf: (
    resourceId: string,
    row: ObjectRow,
    hidden: HiddenFields,
    signal: AbortSignal,
  ) => Promise<Cut | 'later' | undefined>;
}

const textBytesMax = 1024 * 1024;

/** How many bytes of an object are read at most; PDF files have a limit of their own. */
export function readBytesOf({ size }: ObjectRow): number {
  return Math.min(size, textBytesMax);
}

const cacheBytesMax = 16 * 1024 * 1024;

export function createObjectReader(openBytes: OpenObjectBytes): ObjectReader {
  const pdf = createPdfReader();
  // Cached by content hash: the same file is read once, in whichever bucket it is.
  const texts = createByteCache<PdfText & { readonly bytes: number }>(cacheBytesMax);

  const pdfParts = async (
    row: ObjectRow,
    read: ReadStart,
    signal: AbortSignal,
  ): Promise<Cut | 'later'> => {
    // Not started any more: the caller is about to be answered.
    if (signal.aborted) return 'later';
    const reading = texts.of(row.sha256, '', async () => {
      const text = await pdf.read(() => wholeOf(read, row));
      const bytes = text.pages.reduce((sum, page) => sum + page.length * 2, 0);
      // A timeout may be caused by load, so the result is not cached and the file is tried again.
      return { stamp: text.fault === 'heavy' ? 'again' : '', item: { ...text, bytes } };
    });
    const text = await unlessAborted(reading, signal);
    if (text === undefined) return 'later';
    const parts = await inSteps(cuttingPages(text.pages, row.key));
    return text.fault === undefined ? { parts } : { parts, warning: pdfWarnings[text.fault] };
  };

  return {
    partsOf: async (resourceId, row, hidden, signal) => {
      if (row.size === 0) return undefined;
      const read: ReadStart = async (end) =>
        gathered(await openBytes(resourceId, row, { start: 0, end }));
      const head = await read(Math.min(row.size, sniffedBytes));
      if (isPdf(row, head)) return pdfParts(row, read, signal);
      const { essence } = await judgeContentType(undefined, head);
      if (essence !== 'text/plain' && !isOldText(row, head)) return undefined;
      const form = formOf(row, head);
      if (form === undefined) return undefined;
      const bytes = await read(Math.min(row.size, textBytesMax));
      const cut = await inSteps(cuttingText(form, decodeText(bytes), row.key, hidden));
      return row.size > textBytesMax
        ? { ...cut, warning: `Only the first ${textBytesMax} bytes are read.` }
        : cut;
    },
  };
}

const pdfWarnings: { readonly [fault in PdfFault]: string } = {
  broken: 'It is no PDF that can be read.',
  locked: 'It wants a password and is not read.',
  scanned: 'It has no text, only pictures of it.',
  long: 'It is very long; only its beginning is read.',
  heavy: 'It takes too long to read and is left out.',
};

// The PDF format allows some bytes before its marker; a text that only mentions the marker is no PDF.
function isPdf({ key, content_type }: ObjectRow, head: Buffer): boolean {
  const at = head.subarray(0, 1_024).indexOf('%PDF-');
  return at === 0 || (at > 0 && (content_type === 'application/pdf' || /\.pdf$/i.test(key)));
}

/** Name and declared type distinguish formats of text; both are only hints. */
function formOf({ key, content_type }: ObjectRow, head: Buffer): TextForm | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? '';
  const start = head.subarray(0, 200).toString('latin1').trimStart().toLowerCase();
  // HTML and SVG are markup: their raw source is not readable text.
  if (/^(?:ï»¿)?<(?:!doctype|html|svg|\?xml)/.test(start)) return undefined;
  if (content_type === 'text/csv' || ending === 'csv' || ending === 'tsv') return 'csv';
  if (content_type === 'application/json' || ending === 'json') return 'json';
  if (content_type === 'text/markdown' || ending === 'md' || ending === 'markdown')
    return 'markdown';
  return 'plain';
}

// Spreadsheets still export legacy encodings; accepted only when the file is declared as text.
function isOldText({ content_type, key }: ObjectRow, head: Buffer): boolean {
  if (hasWideMark(head)) return true;
  const isNamed = content_type.startsWith('text/') || /\.(?:txt|csv|tsv|md)$/i.test(key);
  return isNamed && !head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
}

function hasWideMark(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function decodeText(bytes: Buffer): string {
  const text = hasWideMark(bytes)
    ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    : utf8(bytes);
  return text.replaceAll('\0', '').toWellFormed();
}

function utf8(bytes: Buffer): string {
  try {
    // A truncated file may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Rejects when the object was deleted meanwhile: a partial file would be cached as a broken one. */
async function wholeOf(read: ReadStart, { size }: ObjectRow): Promise<Buffer> {
  const bytes = await read(size);
  if (bytes.length < size) throw new Error('the object is no longer there');
  return bytes;
}

/** The bytes of one object up to `end`. */
type ReadStart = (end: number) => Promise<Buffer>;

async function gathered(pieces: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Copied, since the memory of a piece is reused. A deleted object is empty.
  for await (const piece of pieces ?? []) chunks.push(Buffer.from(piece));
  return Buffer.concat(chunks);
}

/** Undefined when the signal aborts first; the work continues for the next caller. */
async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
