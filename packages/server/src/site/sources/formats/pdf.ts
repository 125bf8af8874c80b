/** PDF files: the pieces of text of each page with their places, made into blocks by `pdf-page.ts`. */
import { getDocumentProxy } from 'unpdf';
import {
  type Block,
  cleanLine,
  type LeftOut,
  type ReadText,
  type TellProgress,
  Unreadable,
} from './blocks.ts';
import { linesOf, type PdfLine, type Piece } from './pdf-lines.ts';
import { blocksOfPage, bodySizeOf } from './pdf-page.ts';

const pagesMax = 500;
const charactersMax = 4 * 1024 * 1024;
const piecesOfPageMax = 50_000;

const locked =
  'This PDF is locked with a password: save a copy without the password and send that.';
const broken = 'This PDF is damaged: open it, print or export it as a new PDF and send that.';
const pictures =
  'This PDF holds pictures of text only: run text recognition (OCR) on it, or send the file that it was made from.';

export async function readPdf(bytes: Uint8Array, tell: TellProgress): Promise<ReadText> {
  const document = await open(bytes);
  const leftOut: LeftOut[] = [];
  const pages: PdfLine[][] = [];
  const total = Math.min(document.numPages, pagesMax);
  let left = charactersMax;
  for (let number = 1; number <= total && left > 0; number += 1) {
    const pieces = await piecesOf(document, number);
    if (pieces === undefined)
      leftOut.push({ from: `page ${number}`, why: 'This page is damaged.' });
    for (const { text } of pieces ?? []) left -= text.length;
    pages.push(linesOf(pieces ?? []));
    tell(number, total, 'pages');
  }
  if (document.numPages > pages.length)
    leftOut.push({
      from: `pages ${pages.length + 1}–${document.numPages}`,
      why: 'So many pages are not read at once; send the rest as a file of its own.',
    });
  if (pages.every((lines) => lines.length === 0)) throw new Unreadable(pictures);
  for (const [index, lines] of pages.entries())
    if (lines.length === 0)
      leftOut.push({
        from: `page ${index + 1}`,
        why: 'It has no text; a picture of text is not read.',
      });
  const title = cleanLine(await titleOf(document));
  return { title, blocks: blocksOf(withoutRepeated(pages)), leftOut };
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(bytes, {
      useWorkerFetch: false,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new Unreadable(isLocked ? locked : broken, { cause: error });
  }
}

/** Undefined for a page that cannot be read; the others are still used. */
async function piecesOf(document: PdfDocument, number: number): Promise<Piece[] | undefined> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.slice(0, piecesOfPageMax).flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
      // Text that runs upwards is a watermark or the label of an axis.
      if (Math.abs(b) > Math.abs(a)) return [];
      const size = Math.hypot(a, b) || item.height;
      return [{ text: item.str, x, y, width: item.width, size }];
    });
  } catch {
    return undefined;
  }
}

async function titleOf(document: PdfDocument): Promise<string> {
  try {
    const { info } = await document.getMetadata();
    const title = (info as { readonly Title?: unknown }).Title;
    // Programs put the name of the file there, or their own.
    return typeof title === 'string' &&
      !/\.\w{2,5}$|^untitled|^microsoft|^about:|:\/\//i.test(title)
      ? title
      : '';
  } catch {
    return '';
  }
}

function blocksOf(pages: readonly (readonly PdfLine[])[]): readonly Block[] {
  const bodySize = bodySizeOf(pages.flat());
  return pages.flatMap((lines, index) => blocksOfPage(lines, bodySize, `page ${index + 1}`));
}

// Lines at the edge of a page that are its head or foot.
const edgeLines = 2;
// Longer ones that differ in a number alone are text.
const footCharactersMax = 40;

/** Without page numbers and what stands at the same height of most pages: their heads and feet. */
function withoutRepeated(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const seen = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  const often = Math.max(3, pages.length * 0.6);
  return pages.map((lines) => {
    // A page with one line has neither head nor foot.
    const edges = new Set(lines.length > 1 ? edgesOf(lines) : []);
    return lines.filter(
      (line) =>
        !edges.has(line) ||
        !(pageNumber.test(textOf(line)) || (seen.get(keyOf(line)) ?? 0) >= often),
    );
  });
}

const pageNumber = /^(?:page|ukurasa)?\s*\d{1,4}(?:\s*(?:of|\/|kati ya|ya)\s*\d{1,4})?$/i;

function edgesOf(lines: readonly PdfLine[]): readonly PdfLine[] {
  const sorted = lines.toSorted((one, other) => other.y - one.y);
  return [...sorted.slice(0, edgeLines), ...sorted.slice(edgeLines).slice(-edgeLines)];
}

function keyOf(line: PdfLine): string {
  const text = textOf(line);
  const told = text.length > footCharactersMax ? text : text.replaceAll(/\d+/g, '#');
  return `${Math.round(line.y / 4)} ${told}`;
}

function textOf({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join(' ');
}
