/** CSV: one table; lines without a separator above it are headings. */
import { csvRows } from '../../../kernel/formats/csv.ts';
import { type Block, cleanLine, cleanText, type LeftOut, type ReadText } from './blocks.ts';

const rowsMax = 20_000;
const columnsMax = 100;
const titleLinesMax = 10;

export function readSheetText(text: string): ReadText {
  const { titles, lines, table } = splitTitles(text);
  const blocks: Block[] = titles.map((title) => ({
    kind: 'heading',
    level: 1,
    text: title,
    from: 'row 1',
  }));
  const rows: string[][] = [];
  const rowsFrom: string[] = [];
  const leftOut: LeftOut[] = [];
  let row = lines;
  for (const cells of csvRows(table)) {
    row += 1;
    if (rows.length >= rowsMax) {
      leftOut.push({ from: `row ${row}`, why: `Only the first ${rowsMax} rows are read.` });
      break;
    }
    rows.push(cells.slice(0, columnsMax).map(cleanText));
    rowsFrom.push(`row ${row}`);
  }
  if (rows.length > 0) blocks.push({ kind: 'table', rows, rowsFrom, from: 'the table' });
  return { title: titles[0] ?? '', blocks, leftOut };
}

/** Splits off the lines above the first one that has a separator. `sep=;` is a hint for Excel. */
function splitTitles(text: string) {
  const titles: string[] = [];
  let lines = 0;
  let rest = text.replace(/^\ufeff/, '').replace(/^sep=.\r?\n/i, '');
  while (lines < titleLinesMax) {
    const line = /^([^\n]*)\r?\n/.exec(rest);
    if (line === null || /[,;\t]/.test(line[1] ?? '') || line[1]?.startsWith('"')) break;
    const title = cleanLine(line[1] ?? '');
    if (title !== '') titles.push(title);
    rest = rest.slice(line[0].length);
    lines += 1;
  }
  // No separator at all: a table with one column.
  if (!/[,;\t]/.test(rest.slice(0, 10_000))) return { titles: [], lines: 0, table: text };
  return { titles, lines, table: rest };
}
