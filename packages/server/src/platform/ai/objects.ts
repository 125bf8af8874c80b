/** Extracts the text of stored objects; their type is detected from the bytes, not from the name. */
import { createByteCache } from '../../kernel/byte-cache.ts';
import { race } from '../../kernel/race.ts';
import type { ObjectRow } from '../../store/platform/objects.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { judgeContentType, sniffedBytes } from '../objects/content-type.ts';
import type { OpenObjectBytes } from '../objects/object-bytes.ts';
import {
  type DocumentParts,
  type DocumentRequest,
  hasUtf16Mark,
  splitTextFile,
  type TextFormat,
} from './documents.ts';
import { createDocumentReader, notYet } from './documents-process.ts';
import type { HiddenFields } from './fields/hidden-fields.ts';
import { partLength } from './fields/record-part.ts';

export type ObjectReader = ReturnType<typeof createObjectReader>;

const textBytesMax = 1024 * 1024;

/** How many bytes of an object are read at most, unless it is a PDF file. */
export function readableByteCount({ size }: ObjectRow): number {
  return Math.min(size, textBytesMax);
}

const cacheBytesMax = 16 * 1024 * 1024;
// Up to this size a text is split on the main thread, within 50 ms; short rows take the most time.
const mainThreadBytesMax: { readonly [format in TextFormat]: number } = {
  plain: 64 * 1024,
  markdown: 64 * 1024,
  csv: 4 * 1024,
  json: 4 * 1024,
};

export function createObjectReader(openBytes: OpenObjectBytes) {
  const documents = createDocumentReader();
  const cached = createByteCache<DocumentParts & { readonly bytes: number }>(cacheBytesMax);

  const splitInProcess = async (
    owner: string,
    document: Document,
    { sha256 }: ObjectRow,
    load: () => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<DocumentParts | 'later'> => {
    // No time is left for this caller, so the file is left for a later call.
    if (signal.aborted) return 'later';
    // Cached by content hash: the same file is read once, in whichever bucket it is.
    const splitting = cached.of(JSON.stringify([sha256, document]), '', async () => {
      const split = await documents.read(owner, document, load);
      if (split === notYet) return { stamp: 'again', item: { ...notYet, bytes: 0 } };
      // A timeout may be caused by load, so the result is not cached and the file is tried again.
      if (split === undefined) return { stamp: 'again', item: { ...heavy, bytes: 0 } };
      return { stamp: '', item: { ...split, bytes: bytesOf(split) } };
    });
    // After an abort the work continues for the next caller.
    const split = await race(splitting, { signal }, () => undefined);
    return split === undefined || split.warning === notYet.warning ? 'later' : split;
  };

  return {
    /**
     * The parts of one object. Undefined: it has no text, such as a picture. `later`: it was not read before
     * the signal aborted; a later call may succeed.
     */
    partsOf: async (
      { id: resourceId, owner_id: owner }: Pick<ResourceRow, 'id' | 'owner_id'>,
      row: ObjectRow,
      hidden: HiddenFields,
      signal: AbortSignal,
    ): Promise<DocumentParts | 'later' | undefined> => {
      if (row.size === 0) return undefined;
      const read: ReadStart = async (end) =>
        joinPieces(await openBytes(resourceId, row, { start: 0, end }));
      const head = await read(Math.min(row.size, sniffedBytes));
      const title = row.key;
      if (isPdf(row, head)) {
        const document = { format: 'pdf', title, hide: [] } as const;
        return splitInProcess(owner, document, row, () => readWhole(read, row.size), signal);
      }
      const { essence } = await judgeContentType(undefined, head);
      if (essence !== 'text/plain' && !isLegacyText(row, head)) return undefined;
      const format = formatOf(row, head);
      if (format === undefined) return undefined;
      const document = { format, title, hide: hidden.paths };
      const load = () => readWhole(read, Math.min(row.size, textBytesMax));
      if (row.size <= mainThreadBytesMax[format])
        return splitTextFile({ ...document, bytes: await load() });
      const split = await splitInProcess(owner, document, row, load, signal);
      return split === 'later' || split.warning === heavy.warning || row.size <= textBytesMax
        ? split
        : { ...split, warning: `Only the first ${textBytesMax} bytes are read.` };
    },
  };
}

type Document = Omit<DocumentRequest, 'bytes'>;

const heavy: DocumentParts = { parts: [], warning: 'It takes too long to read and is left out.' };

// Estimated size of a part without its strings.
const partBytes = 200;

function bytesOf({ parts }: DocumentParts): number {
  return parts.reduce((sum, part) => sum + partBytes + partLength(part) * 2, 0);
}

// The PDF format allows some bytes before its marker; a text that only mentions the marker is not a PDF.
function isPdf({ key, content_type }: ObjectRow, head: Buffer): boolean {
  const at = head.subarray(0, 1_024).indexOf('%PDF-');
  return at === 0 || (at > 0 && (content_type === 'application/pdf' || /\.pdf$/i.test(key)));
}

/** Name and declared type distinguish formats of text; both are only hints. */
function formatOf({ key, content_type }: ObjectRow, head: Buffer): TextFormat | undefined {
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

// Text in another encoding than UTF-8, as some spreadsheets export it; only if the file is declared as text.
function isLegacyText({ content_type, key }: ObjectRow, head: Buffer): boolean {
  if (hasUtf16Mark(head)) return true;
  const isNamed = content_type.startsWith('text/') || /\.(?:txt|csv|tsv|md)$/i.test(key);
  return isNamed && !head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
}

/** Rejects when the object has been deleted: a partial file would be cached as a broken one. */
async function readWhole(read: ReadStart, end: number): Promise<Buffer> {
  const bytes = await read(end);
  if (bytes.length < end) throw new Error('the object is no longer there');
  return bytes;
}

/** The bytes of one object up to `end`. */
type ReadStart = (end: number) => Promise<Buffer>;

async function joinPieces(pieces: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Copied, since the memory of a piece is reused. A deleted object is empty.
  for await (const piece of pieces ?? []) chunks.push(Buffer.from(piece));
  return Buffer.concat(chunks);
}
