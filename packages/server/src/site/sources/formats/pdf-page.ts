/** Lines of a page as blocks: headings by their size, lists by their marks, tables by their aligned cells. */
import type { Block } from './blocks.ts';
import { bulletOf, isShouted } from './line-shape.ts';
import type { Cell, PdfLine } from './pdf-lines.ts';

const headingScale = 1.12;

/** The size in which most letters are set. */
export function bodySizeOf(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, cells } of lines) {
    const key = Math.round(size * 2) / 2;
    const count = cells.reduce((sum, { text }) => sum + text.length, 0);
    letters.set(key, (letters.get(key) ?? 0) + count);
  }
  let best = 12;
  let most = 0;
  for (const [size, count] of letters)
    if (count > most) {
      best = size;
      most = count;
    }
  return best;
}

export function blocksOfPage(
  lines: readonly PdfLine[],
  bodySize: number,
  from: string,
): readonly Block[] {
  const blocks: Block[] = [];
  const context = { bodySize, from };
  let at = 0;
  while (at < lines.length) {
    const table = tableAt(lines, at);
    if (table.length >= 2) {
      blocks.push({ kind: 'table', rows: tableRows(table), from });
      at += table.length;
      continue;
    }
    at += addRun(blocks, lines, at, context);
  }
  return blocks;
}

interface Context {
  readonly bodySize: number;
  readonly from: string;
}

/** Adds the heading, list or paragraph that begins at a line; answers how many lines it has. */
function addRun(
  blocks: Block[],
  lines: readonly PdfLine[],
  at: number,
  { bodySize, from }: Context,
): number {
  const first = lines[at];
  if (first === undefined) return 1;
  const isHead = isHeading(first, bodySize);
  const isItem = bulletOf(textOf(first)) !== undefined;
  const items: string[] = [];
  let text = '';
  let count = 0;
  for (let index = at; index < lines.length; index += 1) {
    const line = lines[index];
    const before = lines[index - 1];
    if (line === undefined) break;
    const words = textOf(line);
    const item = bulletOf(words);
    if (index > at && before !== undefined) {
      if (isHeading(line, bodySize) !== isHead || !isNear(before, line)) break;
      if (isHead && Math.abs(line.size - first.size) > 0.5) break;
      if (!isItem && item !== undefined) break;
      if (tableAt(lines, index).length >= 2) break;
    }
    count += 1;
    if (isItem && item !== undefined) items.push(item);
    else if (isItem) items.push(joined(items.pop() ?? '', words));
    else if (text === '' || before === undefined) text = words;
    else text = isHead || isFull(before) ? joined(text, words) : `${text}\n${words}`;
  }
  if (isItem) blocks.push({ kind: 'list', items, from });
  else if (isHead) blocks.push({ kind: 'heading', level: levelOf(first, bodySize), text, from });
  else blocks.push({ kind: 'paragraph', text, from });
  return Math.max(1, count);
}

function textOf({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join('  ');
}

function isHeading(line: PdfLine, bodySize: number): boolean {
  const text = textOf(line);
  if (text.length > 160 || !/\p{L}{2}/u.test(text)) return false;
  return line.size >= bodySize * headingScale || (line.cells.length === 1 && isShouted(text));
}

function levelOf({ size }: PdfLine, bodySize: number): number {
  const scale = size / bodySize;
  return scale >= 1.8 ? 1 : scale >= 1.35 ? 2 : 3;
}

/** Whether two lines belong to one paragraph: same column, and not further apart than lines are. */
function isNear(before: PdfLine, line: PdfLine): boolean {
  const gap = before.y - line.y;
  return before.column === line.column && gap > 0 && gap < 1.75 * Math.max(before.size, line.size);
}

// A line that ends long before its column does was ended by its writer; leaders lead to the end of a line.
function isFull({ cells, edge, size }: PdfLine): boolean {
  const [first] = cells;
  const last = cells.at(-1);
  if (first === undefined || last === undefined || /\.{4}|…{2}|_{4}/.test(last.text)) return false;
  return edge - last.end < Math.max(4 * size, 0.18 * (edge - first.x));
}

// A word that was parted at the end of a line is one word again.
function joined(text: string, next: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)
    ? `${text.slice(0, -1)}${next}`
    : `${text} ${next}`;
}

/** The lines from here on whose cells stand below each other; a line in between may continue a cell. */
function tableAt(lines: readonly PdfLine[], at: number): readonly PdfLine[] {
  const found: PdfLine[] = [];
  for (let index = at; index < lines.length; index += 1) {
    const line = lines[index];
    const before = lines[index - 1];
    if (line === undefined) break;
    if (index > at && before !== undefined) {
      const gap = before.y - line.y;
      if (before.column !== line.column || gap <= 0 || gap > 4 * line.size) break;
    }
    if (line.cells.length >= 2 && bulletOf(line.cells[0]?.text ?? '') === undefined) {
      if (found.length > 0 && !isAligned(widest(found), line)) break;
      found.push(line);
    } else if (found.length >= 2 && before !== undefined && continuesCell(found, before, line))
      found.push(line);
    else break;
  }
  while ((found.at(-1)?.cells.length ?? 2) < 2) found.pop();
  return found;
}

function widest(lines: readonly PdfLine[]): PdfLine {
  return lines.reduce((best, line) => (line.cells.length > best.cells.length ? line : best));
}

function isAligned(model: PdfLine, line: PdfLine): boolean {
  // The names of columns often stand left where their numbers stand right.
  if (model.cells.length === line.cells.length) return true;
  const [few, many] = model.cells.length < line.cells.length ? [model, line] : [line, model];
  const matched = few.cells.filter((cell) =>
    many.cells.some((other) => overlap(cell, other)),
  ).length;
  return matched >= Math.max(2, few.cells.length - 1);
}

function overlap(one: Cell, other: Cell): boolean {
  return (
    Math.abs(one.x - other.x) < 12 ||
    Math.abs(one.end - other.end) < 12 ||
    contains(one, other) ||
    contains(other, one)
  );
}

function contains(outer: Cell, inner: Cell): boolean {
  return inner.x >= outer.x - 2 && inner.end <= outer.end + 2;
}

function continuesCell(found: readonly PdfLine[], before: PdfLine, line: PdfLine): boolean {
  const [cell] = line.cells;
  const isClose = before.y - line.y < 1.5 * line.size;
  const [firstColumn, ...others] = widest(found).cells;
  if (cell === undefined || !isClose || line.cells.length > 1) return false;
  return (
    others.some(({ x }) => Math.abs(x - cell.x) < 6) ||
    (firstColumn !== undefined &&
      /^\p{Ll}/u.test(cell.text) &&
      Math.abs(firstColumn.x - cell.x) < 6)
  );
}

/** Cells by the column that they overlap most; a line that only continues is put to the row above. */
function tableRows(lines: readonly PdfLine[]): readonly (readonly string[])[] {
  const columns = widest(lines).cells;
  const rows: string[][] = [];
  for (const line of lines) {
    const row = columns.map(() => '');
    for (const [place, cell] of line.cells.entries()) {
      const isWhole = line.cells.length === columns.length;
      const index = isWhole ? place : columnOf(columns, cell);
      row[index] = row[index] === '' ? cell.text : `${row[index]} ${cell.text}`;
    }
    const above = rows.at(-1);
    if (line.cells.length === 1 && above !== undefined)
      for (const [index, text] of row.entries())
        above[index] = [above[index], text].filter((part) => part !== '').join(' ');
    else rows.push(row);
  }
  return rows;
}

function columnOf(columns: readonly Cell[], cell: Cell): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, column] of columns.entries()) {
    const distance = Math.min(
      Math.abs(column.x - cell.x),
      Math.abs(column.end - cell.end),
      Math.abs((column.x + column.end) / 2 - (cell.x + cell.end) / 2),
    );
    if (distance < least) {
      best = index;
      least = distance;
    }
  }
  return best;
}
