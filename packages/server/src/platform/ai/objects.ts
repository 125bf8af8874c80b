/** Extracts the text of stored objects; their type is detected from the bytes, not from the name. */
import { createByteCache } from '../../kernel/byte-cache.ts';
import { race } from '../../kernel/race.ts';
import type { ObjectRow } from '../../store/platform/objects.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { judgeContentType, sniffedBytes } from '../objects/content-type.ts';
import type { OpenObjectBytes } from '../objects/object-bytes.ts';
import { type DocumentParts, hasUtf16Mark, splitTextFile, type TextFormat } from './documents.ts';
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
      const read = async (end: number) =>
        joinPieces(await openBytes(resourceId, row, { start: 0, end }));
      const format = await formatOf(row, await read(Math.min(row.size, sniffedBytes)));
      if (format === undefined) return undefined;
      const end = format === 'pdf' ? row.size : readableByteCount(row);
      const load = async () => {
        const bytes = await read(end);
        // A part of a file would be cached as a broken one.
        if (bytes.length < end) throw new Error('the object is no longer there');
        return bytes;
      };
      const document = { title: row.key, hide: format === 'pdf' ? [] : hidden.paths };
      if (format !== 'pdf' && row.size <= mainThreadBytesMax[format])
        return splitTextFile({ ...document, format, bytes: await load() });
      // No time is left for this caller, so the file is left for a later call.
      if (signal.aborted) return 'later';
      // Cached by content hash: the same file is read once, in whichever bucket it is.
      const name = JSON.stringify([row.sha256, format, document]);
      const splitting = cached.of(name, '', async () => {
        const split = (await documents.read(owner, { ...document, format }, load)) ?? heavy;
        // A timeout may be caused by load, so the result is not cached and the file is tried again.
        const stamp = split === notYet || split === heavy ? 'again' : '';
        return { stamp, item: { ...split, bytes: bytesOf(split) } };
      });
      // After an abort the work continues for the next caller.
      const split = await race(splitting, { signal }, () => undefined);
      if (split === undefined || split.warning === notYet.warning) return 'later';
      return end === row.size || split.warning === heavy.warning
        ? split
        : { ...split, warning: `Only the first ${textBytesMax} bytes are read.` };
    },
  };
}

const heavy: DocumentParts = { parts: [], warning: 'It takes too long to read and is left out.' };

// Estimated size of a part without its strings.
const partBytes = 200;

function bytesOf({ parts }: DocumentParts): number {
  return parts.reduce((sum, part) => sum + partBytes + partLength(part) * 2, 0);
}

/** What a file is by its bytes; among formats of text its name and declared type are hints. Undefined: no text. */
async function formatOf(
  { key, content_type }: ObjectRow,
  head: Buffer,
): Promise<TextFormat | 'pdf' | undefined> {
  const ending = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? '';
  // The PDF format allows some bytes before its marker; a text that only mentions the marker is not a PDF.
  const marker = head.subarray(0, 1_024).indexOf('%PDF-');
  const isCalledPdf = content_type === 'application/pdf' || ending === 'pdf';
  if (marker === 0 || (marker > 0 && isCalledPdf)) return 'pdf';
  const { essence } = await judgeContentType(undefined, head);
  // Text in another encoding than UTF-8, as some spreadsheets export it; only if the file is declared as text.
  const isDeclared =
    content_type.startsWith('text/') || ['txt', 'csv', 'tsv', 'md'].includes(ending);
  const isPlain = !head.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
  if (essence !== 'text/plain' && !hasUtf16Mark(head) && !(isDeclared && isPlain)) return undefined;
  // HTML and SVG are markup: their raw source is not readable text.
  const start = head.subarray(0, 200).toString('latin1').trimStart().toLowerCase();
  if (/^(?:ï»¿)?<(?:!doctype|html|svg|\?xml)/.test(start)) return undefined;
  if (content_type === 'text/csv' || ending === 'csv' || ending === 'tsv') return 'csv';
  if (content_type === 'application/json' || ending === 'json') return 'json';
  if (content_type === 'text/markdown' || ending === 'md' || ending === 'markdown')
    return 'markdown';
  return 'plain';
}

async function joinPieces(pieces: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Copied, since the memory of a piece is reused. A deleted object is empty.
  for await (const piece of pieces ?? []) chunks.push(Buffer.from(piece));
  return Buffer.concat(chunks);
}
