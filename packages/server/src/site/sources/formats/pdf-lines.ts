/** Pieces of text with their places on the page, joined into lines of cells, column by column. */
import { cleanLine } from './blocks.ts';

export interface Piece {
  readonly text: string;
  readonly x: number;
  /** From below, as PDF counts. */
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

export interface PdfLine {
  readonly cells: readonly Cell[];
  readonly y: number;
  readonly size: number;
  /** Which column of the page it stands in: lines of different columns never share a paragraph. */
  readonly column: number;
  /** How far to the right lines of its column reach. */
  readonly edge: number;
}

// Words are about .3 of a letter's height apart, justified ones up to 1; cells more.
const cellGap = 1.4;

/** The lines of a page in the order in which people read them. */
export function linesOf(pieces: readonly Piece[]): PdfLine[] {
  const rows = rowsOf(pieces);
  const gutter = gutterOf(rows);
  if (gutter === undefined) {
    const edge = edgeOf(rows);
    return rows.map((row) => ({ ...row, column: 0, edge }));
  }
  return inColumns(rows, gutter);
}

function edgeOf(rows: readonly Row[]): number {
  return Math.max(...rows.flatMap(({ cells }) => cells.map(({ end }) => end)));
}

interface Row {
  readonly cells: readonly Cell[];
  readonly y: number;
  readonly size: number;
}

function rowsOf(pieces: readonly Piece[]): readonly Row[] {
  const sorted = pieces.toSorted((one, other) => other.y - one.y || one.x - other.x);
  const rows: Piece[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isSame =
      first !== undefined && Math.abs(first.y - piece.y) <= 0.4 * Math.min(first.size, piece.size);
    if (isSame) row?.push(piece);
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

/**
 * The place between two columns of prose: few rows cross it, many stand on each side of it, and what stands there
 * are lines and not the short cells of a table.
 */
function gutterOf(rows: readonly Row[]): number | undefined {
  const cells = rows.flatMap((row) => row.cells);
  const from = Math.min(...cells.map(({ x }) => x));
  const to = Math.max(...cells.map(({ end }) => end));
  const width = to - from;
  let best: { readonly at: number; readonly crossing: number } | undefined;
  // Gutters begin where lines of a right column do.
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

// Half of the lines of a text are nearly as wide as their column; cells of a table are short, or numbers.
function isProse(cells: readonly Cell[], columnWidth: number): boolean {
  if (cells.length < columnRowsMin) return false;
  const numbers = cells.filter(({ text }) =>
    /^[^\p{L}]*\d[^\p{L}]*(?:\/[=-])?$/u.test(text),
  ).length;
  const wide = cells.filter(({ x, end }) => end - x > columnWidth * 0.55).length;
  return numbers < cells.length * 0.3 && wide >= cells.length * 0.3;
}

/** Rows that cross the gutter part the page into bands; in each the left column comes before the right one. */
function inColumns(rows: readonly Row[], gutter: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let left: Row[] = [];
  let right: Row[] = [];
  let column = 0;
  const pageEdge = edgeOf(rows);
  const onLeftSide = rows.flatMap(({ cells }) => cells.filter(({ end }) => end <= gutter + 1));
  const leftEdge = Math.max(...onLeftSide.map(({ end }) => end));
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
