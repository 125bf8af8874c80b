/** Joins pieces of text, by their positions on the page, into lines of cells, column by column. */
import { cleanLine } from './blocks.ts';

export interface Piece {
  readonly text: string;
  readonly x: number;
  /** From the bottom of the page. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

export interface Cell {
  readonly text: string;
  readonly x: number;
  readonly end: number;
  readonly size: number;
}

interface Row {
  readonly cells: readonly Cell[];
  readonly y: number;
  readonly size: number;
}

export interface PdfLine extends Row {
  /** The column of the page: lines of different columns never share a paragraph. */
  readonly column: number;
  /** The right edge of the lines of its column. */
  readonly edge: number;
}

export function lineText({ cells }: PdfLine, separator = ' '): string {
  return cells.map(({ text }) => text).join(separator);
}

// The gap between words is about .3 of the font size, in justified text up to 1; that between cells is wider.
const cellGap = 1.4;

/** The lines of a page in reading order. */
export function linesOf(pieces: readonly Piece[]): PdfLine[] {
  const rows = rowsOf(pieces);
  const gutter = gutterOf(rows);
  if (gutter !== undefined) return inColumns(rows, gutter);
  const edge = edgeOf(rows.flatMap(({ cells }) => cells));
  return rows.map((row) => ({ ...row, column: 0, edge }));
}

function edgeOf(cells: readonly Cell[]): number {
  return Math.max(...cells.map(({ end }) => end));
}

function rowsOf(pieces: readonly Piece[]): readonly Row[] {
  const sorted = pieces.toSorted((one, other) => other.y - one.y || one.x - other.x);
  const rows: Piece[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const gap = Math.abs((row?.[0]?.y ?? Number.NaN) - piece.y);
    if (gap <= 0.4 * Math.min(row?.[0]?.size ?? 0, piece.size)) row?.push(piece);
    else rows.push([piece]);
  }
  return rows
    .map((row) => rowOf(row.toSorted((one, other) => one.x - other.x)))
    .filter(({ cells }) => cells.length > 0);
}

function rowOf(pieces: readonly Piece[]): Row {
  const cells: { text: string; x: number; end: number; size: number }[] = [];
  for (const { text, x, width, size } of pieces) {
    const last = cells.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : x - last.end;
    if (last === undefined || gap > cellGap * size) cells.push({ text, x, end: x + width, size });
    else {
      const isApart = gap > 0.12 * size && !/\s$/.test(last.text) && !/^\s/.test(text);
      last.text += isApart ? ` ${text}` : text;
      last.end = Math.max(last.end, x + width);
      last.size = Math.max(last.size, size);
    }
  }
  const clean = cells.map((cell) => ({ ...cell, text: cleanLine(cell.text) }));
  return rowWith(
    clean.filter(({ text }) => text !== ''),
    pieces[0]?.y ?? 0,
  );
}

function rowWith(cells: readonly Cell[], y: number): Row {
  return { cells, y, size: Math.max(...cells.map(({ size }) => size)) };
}

const columnRowsMin = 5;

/** The x between two columns of prose: few rows cross it, and both sides have lines, not the short cells of a table. */
function gutterOf(rows: readonly Row[]): number | undefined {
  const cells = rows.flatMap((row) => row.cells);
  const from = Math.min(...cells.map(({ x }) => x));
  const to = edgeOf(cells);
  const width = to - from;
  let best: { readonly at: number; readonly crossing: number } | undefined;
  // A gutter ends where the lines of the right column start.
  const starts = new Set(cells.map(({ x }) => Math.round(x)));
  for (const start of starts) {
    const at = start - 1;
    if (at < from + width * 0.3 || at > from + width * 0.75) continue;
    const crossing = cells.filter(({ x, end }) => x < at && end > at + 1).length;
    const right = cells.filter(({ x }) => Math.abs(x - start) <= 2).length;
    if (right < columnRowsMin || crossing > cells.length * 0.2) continue;
    if (best === undefined || crossing < best.crossing) best = { at, crossing };
  }
  if (best === undefined) return undefined;
  const { at } = best;
  const left = cells.filter(({ end }) => end <= at + 1);
  const right = cells.filter(({ x }) => x >= at);
  return isProse(left, at - from) && isProse(right, to - at) ? at : undefined;
}

// Many lines of prose are nearly as wide as their column; cells of a table are short, or numbers.
function isProse(cells: readonly Cell[], columnWidth: number): boolean {
  if (cells.length < columnRowsMin) return false;
  const numbers = cells.filter(({ text }) =>
    /^[^\p{L}]*\d[^\p{L}]*(?:\/[=-])?$/u.test(text),
  ).length;
  const wide = cells.filter(({ x, end }) => end - x > columnWidth * 0.55).length;
  return numbers < cells.length * 0.3 && wide >= cells.length * 0.3;
}

/** Rows that cross the gutter divide the page into bands; in each, the left column comes before the right one. */
function inColumns(rows: readonly Row[], gutter: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let left: Row[] = [];
  let right: Row[] = [];
  let column = 0;
  const all = rows.flatMap(({ cells }) => cells);
  const pageEdge = edgeOf(all);
  const leftEdge = edgeOf(all.filter(({ end }) => end <= gutter + 1));
  const closeBand = () => {
    for (const [side, edge] of [
      [left, leftEdge],
      [right, pageEdge],
    ] as const) {
      column += 1;
      for (const row of side) lines.push({ ...row, column, edge });
    }
    column += 1;
    left = [];
    right = [];
  };
  for (const row of rows) {
    if (row.cells.some(({ x, end }) => x < gutter && end > gutter + 1)) {
      closeBand();
      lines.push({ ...row, column, edge: pageEdge });
      continue;
    }
    const onLeft = row.cells.filter(({ x }) => x < gutter);
    const onRight = row.cells.filter(({ x }) => x >= gutter);
    if (onLeft.length > 0) left.push(rowWith(onLeft, row.y));
    if (onRight.length > 0) right.push(rowWith(onRight, row.y));
  }
  closeBand();
  return lines;
}
