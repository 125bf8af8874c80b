/** Pictures of text, such as a photo of a price list: recognised words become lines, and the lines blocks. */
import { invalid } from '../../../kernel/problem.ts';
import { type GreyPicture, reduced, upright } from '../pictures/grey-picture.ts';
import { readPictureHeader } from '../pictures/picture-header.ts';
import { DamagedFile } from '../pictures/recognition-files.ts';
import { openRecognition, type Word } from '../pictures/text-recognition.ts';
import type { LeftOut, ReadText } from './blocks.ts';
import { linesOf, lineText, type PdfLine, type Piece } from './pdf-lines.ts';
import { blocksOfPage, bodySizeOf } from './pdf-page.ts';

const picturePixelsMax = 30_000_000;
// Cameras and programs store a picture in at most about ten passes.
const passedPixelsMax = 20 * picturePixelsMax;
const tooManyPasses =
  'This picture is stored in far more passes than a program makes: open it, save it again and send that.';

const broken = 'This picture is damaged: take or save it again and send that.';
const unreadable =
  'No text can be read in this picture: take it again from straight above, in good light, with the page filling it.';
const unavailable =
  'This server cannot read pictures now: send the list as a file or as text, ' +
  'and ask the operator to run baraza doctor.';

export async function readPicture(
  bytes: Uint8Array,
  report: (percent: number) => void,
): Promise<ReadText> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw invalid(broken);
  const { width, height, orientation, passes } = header;
  if (width * height > picturePixelsMax) throw invalid(tooManyPixels(width * height));
  if (width * height * passes > passedPixelsMax) throw invalid(tooManyPasses);
  const recognition = await openOrRefuse();
  const pixels = recognition.decode(bytes);
  if (pixels === undefined) throw invalid(broken);
  const { lines, leftOut } = await linesInPicture(
    upright(reduced(pixels), orientation),
    'picture',
    report,
  );
  if (lines.length === 0) throw invalid(unreadable);
  const blocks = blocksOfPage(lines, bodySizeOf(lines), 'picture');
  return { title: '', blocks, leftOut };
}

function tooManyPixels(count: number): string {
  const [sent, most] = [Math.ceil(count / 1e6), picturePixelsMax / 1e6];
  return `This picture has ${sent} megapixels and may have at most ${most}: send a smaller one.`;
}

/** The lines of text in a picture. `from` tells in `leftOut` where it is, such as `page 2`. */
export async function linesInPicture(
  picture: GreyPicture,
  from: string,
  report: (percent: number) => void,
) {
  const recognition = await openOrRefuse();
  const { words, height } = recognition.recognise(picture, report);
  const pieces = piecesOf(textIn(words), height);
  if (pieces.length === 0) return { lines: [], leftOut: [] };
  const unclear = new Set(pieces.filter(({ isUnclear }) => isUnclear).map(({ text }) => text));
  const lines: PdfLine[] = [];
  const leftOut: LeftOut[] = [];
  for (const line of linesOf(pieces)) {
    const text = lineText(line);
    if (text.split(' ').some((word) => unclear.has(word)))
      leftOut.push({ from, why: `A number in “${text.slice(0, 80)}” cannot be read clearly.` });
    else lines.push(line);
  }
  return { lines, leftOut };
}

async function openOrRefuse() {
  try {
    return await openRecognition();
  } catch (error) {
    throw error instanceof DamagedFile ? invalid(unavailable, { cause: error }) : error;
  }
}

// Shadows and patterns are "read" as lines without a single clear word.
const textConfidence = 40;
// A wrong price is worse than none.
const numberConfidence = 50;

/** Without leader dots and without marks that are not text. */
function textIn(words: readonly Word[]): readonly Word[] {
  const clear = new Set(
    words.filter(({ confidence }) => confidence >= textConfidence).map(({ line }) => line),
  );
  return words.filter(({ text, line }) => clear.has(line) && /[\p{L}\p{N}]/u.test(text));
}

function piecesOf(
  words: readonly Word[],
  pictureHeight: number,
): readonly (Piece & { readonly isUnclear: boolean })[] {
  const lines = Map.groupBy(words, ({ line }) => line);
  const extents = new Map([...lines].map(([line, some]) => [line, extentOf(some)]));
  const usual = median([...extents.values()].map(({ height }) => height));
  return words.map(({ text, left, width, line, confidence }) => {
    const { height, middle } = extents.get(line) ?? { height: usual, middle: 0 };
    return {
      text,
      x: left,
      width,
      y: pictureHeight - middle,
      // Letters with and without tails differ; only clearly larger lines are headings.
      size: height > 1.5 * usual ? height : usual,
      isUnclear: /\d.*\d/.test(text) && confidence < numberConfidence,
    };
  });
}

function extentOf(words: readonly Word[]): { readonly height: number; readonly middle: number } {
  const top = Math.min(...words.map((word) => word.top));
  const bottom = Math.max(...words.map((word) => word.top + word.height));
  return { height: bottom - top, middle: (top + bottom) / 2 };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
