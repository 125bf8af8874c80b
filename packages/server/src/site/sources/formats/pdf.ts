/** PDF files: the pieces of text of each page are joined into lines, and the lines into blocks. */

import { openPdf, type PdfFile, UnreadablePdf } from '../../../kernel/formats/pdf.ts';
import { TooManySteps } from '../../../kernel/formats/pdf-steps.ts';
import { invalid } from '../../../kernel/problem.ts';
import { reduced, upright } from '../pictures/grey-picture.ts';
import { cleanLine, type LeftOut, type Progress, type ReadText } from './blocks.ts';
import { linesOf, lineText, type PdfLine, type Piece } from './pdf-lines.ts';
import { blocksOfPage, bodySizeOf } from './pdf-page.ts';

const pagesMax = 500;
const charactersMax = 4 * 1024 * 1024;
const piecesOfPageMax = 50_000;

const locked =
  'This PDF is locked with a password: save a copy without the password and send that.';
const broken = 'This PDF is damaged: open it, print or export it as a new PDF and send that.';
const unreadable =
  'No text can be read in this PDF: scan it again with 200 dots per inch or more, ' +
  'or send the file that it was made from.';
const tooMuch =
  'This PDF asks for far more work than its pages show: print it as a new PDF and send that, or send its text.';
const scannedCpuMsMax = 40_000;
const pictureEdgeMin = 200;

export async function readPdf(
  bytes: Uint8Array,
  report: (progress: Progress) => void,
): Promise<ReadText> {
  try {
    return await readPages(bytes, report);
  } catch (cause) {
    throw cause instanceof TooManySteps ? invalid(tooMuch, { cause }) : cause;
  }
}

async function readPages(
  bytes: Uint8Array,
  report: (progress: Progress) => void,
): Promise<ReadText> {
  const file = await openPdf(bytes).catch((cause: unknown) => {
    if (cause instanceof TooManySteps) throw cause;
    const isLocked = cause instanceof UnreadablePdf && cause.isLocked;
    throw invalid(isLocked ? locked : broken, { cause });
  });
  const leftOut: LeftOut[] = [];
  const pages: PdfLine[][] = [];
  const total = Math.min(file.pageCount, pagesMax);
  let left = charactersMax;
  for (let number = 1; number <= total && left > 0; number += 1) {
    const pieces = await piecesOf(file, number);
    if (pieces === undefined)
      leftOut.push({ from: `page ${number}`, why: 'This page is damaged.' });
    for (const { text } of pieces ?? []) left -= text.length;
    pages.push(linesOf(pieces ?? []));
    report({ done: number, total, unit: 'pages' });
  }
  const scanned = await readScans(file, pages, report);
  leftOut.push(...scanned);
  if (file.pageCount > pages.length)
    leftOut.push({
      from: `pages ${pages.length + 1}–${file.pageCount}`,
      why: 'These are too many pages for one file; send the rest as a separate file.',
    });
  if (pages.every((lines) => lines.length === 0)) throw invalid(unreadable);
  const body = withoutHeadersAndFooters(pages);
  const bodySize = bodySizeOf(body.flat());
  return {
    title: titleFrom(await file.title()),
    blocks: body.flatMap((lines, index) => blocksOfPage(lines, bodySize, `page ${index + 1}`)),
    leftOut,
  };
}

/** Recognises the pages that are pictures, as long as there is time, and puts their lines into `pages`. */
async function readScans(
  file: PdfFile,
  pages: PdfLine[][],
  report: (progress: Progress) => void,
): Promise<readonly LeftOut[]> {
  const scans = [...pages.entries()].filter(([, lines]) => lines.length === 0);
  if (scans.length === 0) return [];
  const leftOut: LeftOut[] = [];
  const { linesInPicture } = await import('./picture.ts');
  const startMs = cpuMs();
  for (const [done, [index]] of scans.entries()) {
    const from = `page ${index + 1}`;
    if (cpuMs() - startMs > scannedCpuMsMax) {
      leftOut.push({
        from,
        why: 'These are too many scanned pages for one file; send the rest as a separate file.',
      });
      continue;
    }
    const lines: PdfLine[] = [];
    for (const { rotation, ...picture } of await file.pictures(index + 1)) {
      if (Math.min(picture.width, picture.height) < pictureEdgeMin) continue;
      const turned = upright(reduced(picture), orientations[rotation / 90] ?? 1);
      const found = await linesInPicture(turned, from, () => {});
      lines.push(...found.lines);
      leftOut.push(...found.leftOut);
    }
    if (lines.length === 0) leftOut.push({ from, why: 'No text can be read on this page.' });
    pages[index] = lines;
    report({ done: done + 1, total: scans.length, unit: 'pages' });
  }
  return leftOut;
}

// Not the time of a clock: this process may have to wait for others.
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// The EXIF orientation for each quarter turn.
const orientations = [1, 6, 3, 8];

/** Undefined for a damaged page; the others are still used. */
async function piecesOf(file: PdfFile, number: number): Promise<Piece[] | undefined> {
  const texts = await file.page(number);
  return texts?.slice(0, piecesOfPageMax).flatMap(({ str, transform, width, height }) => {
    if (str.trim() === '') return [];
    const [a = 0, b = 0, , , x = 0, y = 0] = transform;
    // Vertical text is a watermark or the label of an axis.
    if (Math.abs(b) > Math.abs(a)) return [];
    return [{ text: str, x, y, width, size: Math.hypot(a, b) || height }];
  });
}

// Many programs write the name of the file there, or their own.
function titleFrom(text: string): string {
  return /\.\w{2,5}$|^untitled|^microsoft|^about:|:\/\//i.test(text) ? '' : cleanLine(text);
}

// This many lines at either edge of a page can be its header or footer.
const edgeLines = 2;
// Longer lines that differ only in a number are text.
const footerCharactersMax = 40;

/** Removes page numbers, and lines that are at the same height of most pages. */
function withoutHeadersAndFooters(pages: readonly (readonly PdfLine[])[]): readonly PdfLine[][] {
  const seen = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  const often = Math.max(3, pages.length * 0.6);
  return pages.map((lines) => {
    const edges = new Set(lines.length > 1 ? edgesOf(lines) : []);
    return lines.filter(
      (line) =>
        !edges.has(line) ||
        !(pageNumber.test(lineText(line)) || (seen.get(keyOf(line)) ?? 0) >= often),
    );
  });
}

const pageNumber = /^(?:page|ukurasa)?\s*\d{1,4}(?:\s*(?:of|\/|kati ya|ya)\s*\d{1,4})?$/i;

function edgesOf(lines: readonly PdfLine[]): readonly PdfLine[] {
  const sorted = lines.toSorted((one, other) => other.y - one.y);
  return [...sorted.slice(0, edgeLines), ...sorted.slice(edgeLines).slice(-edgeLines)];
}

function keyOf(line: PdfLine): string {
  const text = lineText(line);
  const pattern = text.length > footerCharactersMax ? text : text.replaceAll(/\d+/g, '#');
  return `${Math.round(line.y / 4)} ${pattern}`;
}
