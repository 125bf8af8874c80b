/** Turns the lines of a page into blocks: headings by size, lists by their bullets, tables by aligned cells. */
import { type Block, type BlockContent, bulletOf, isAllCaps } from './blocks.ts';
import { type Cell, lineText, type PdfLine } from './pdf-lines.ts';

const headingScale = 1.12;

/** The font size of most letters. */
export function bodySizeOf(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    letters.set(size, (letters.get(size) ?? 0) + lineText(line, '').length);
  }
  return [...letters].reduce((best, next) => (next[1] > best[1] ? next : best), [12, 0])[0];
}

export function blocksOfPage(
  lines: readonly PdfLine[],
  bodySize: number,
  from: string,
): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const table = tableAt(lines, at);
    if (table.length >= 2) {
      blocks.push({ kind: 'table', rows: tableRows(table), from });
      at += table.length;
    } else {
      const { block, count } = blockAt(lines, at, bodySize);
      if (block !== undefined) blocks.push({ ...block, from });
      at += count;
    }
  }
  return blocks;
}

/** The heading, list or paragraph that starts at a line, and how many lines it has. */
function blockAt(
  lines: readonly PdfLine[],
  at: number,
  bodySize: number,
): { readonly block?: BlockContent; readonly count: number } {
  const first = lines[at];
  if (first === undefined) return { count: 1 };
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
  if (isItem) return { block: { kind: 'list', items }, count };
  if (isHead) return { block: { kind: 'heading', level: levelOf(first, bodySize), text }, count };
  return { block: { kind: 'paragraph', text }, count };
}

// Two spaces keep the cells of a line apart.
function textOf(line: PdfLine): string {
  return lineText(line, '  ');
}

function isHeading(line: PdfLine, bodySize: number): boolean {
  const text = textOf(line);
  if (text.length > 160 || !/\p{L}{2}/u.test(text)) return false;
  return line.size >= bodySize * headingScale || (line.cells.length === 1 && isAllCaps(text));
}

function levelOf({ size }: PdfLine, bodySize: number): number {
  const scale = size / bodySize;
  return scale >= 1.8 ? 1 : scale >= 1.35 ? 2 : 3;
}

/** Whether two lines belong to one paragraph: in the same column, with the usual distance between lines. */
function isNear(before: PdfLine, line: PdfLine): boolean {
  const gap = before.y - line.y;
  return before.column === line.column && gap > 0 && gap < 1.75 * Math.max(before.size, line.size);
}

// A line that ends long before its column was not wrapped; nor was one with leader dots.
function isFull({ cells, edge, size }: PdfLine): boolean {
  const [first] = cells;
  const last = cells.at(-1);
  if (first === undefined || last === undefined || /\.{4}|…{2}|_{4}/.test(last.text)) return false;
  return edge - last.end < Math.max(4 * size, 0.18 * (edge - first.x));
}

// Joins a word that was hyphenated at the end of a line.
function joined(text: string, next: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)
    ? `${text.slice(0, -1)}${next}`
    : `${text} ${next}`;
}

/** The lines from here on with aligned cells; a line in between may continue a cell. */
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
  // The header of a column is often left-aligned and its numbers right-aligned.
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

/** Puts each cell into the nearest column; a line with a single cell continues the row above. */
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
  const distanceTo = (column: Cell) =>
    Math.min(
      Math.abs(column.x - cell.x),
      Math.abs(column.end - cell.end),
      Math.abs((column.x + column.end) / 2 - (cell.x + cell.end) / 2),
    );
  const distances = columns.map(distanceTo);
  return distances.indexOf(Math.min(...distances));
}
