/** Excel files: each sheet is a table. */

import readWorkbook from 'read-excel-file/universal';
import { invalid } from '../../../kernel/problem.ts';
import { currencyIn } from '../propose/price-text.ts';
import { type Block, cleanText, type LeftOut, type ReadText } from './blocks.ts';
import { plainOfficeFile } from './office-zip.ts';

const rowsMax = 20_000;
const columnsMax = 100;

export async function readXlsx(bytes: Uint8Array): Promise<ReadText> {
  const { parts, file } = plainOfficeFile(bytes, 'xlsx', createSheetCheck());
  const blocks: Block[] = [];
  const leftOut: LeftOut[] = [];
  for (const { sheet, data } of await sheetsOf(file)) {
    const name = sheet.trim();
    if (data.length > rowsMax)
      leftOut.push({ from: `sheet ${name}`, why: `Only the first ${rowsMax} rows are read.` });
    const rows: string[][] = [];
    const rowsFrom: string[] = [];
    for (const [index, row] of data.slice(0, rowsMax).entries()) {
      const cells = row.slice(0, columnsMax).map(cellText);
      if (cells.every((cell) => cell === '')) continue;
      rows.push(cells);
      rowsFrom.push(`sheet ${name}, row ${index + 1}`);
    }
    if (rows.length === 0) continue;
    if (!/^(?:sheet|laha|karatasi)\s*\d*$/i.test(name))
      blocks.push({ kind: 'heading', level: 1, text: name, from: `sheet ${name}` });
    blocks.push({ kind: 'table', rows, rowsFrom, from: `sheet ${name}` });
  }
  const styles = parts['xl/styles.xml'];
  const currency = styles === undefined ? '' : formatCurrency(new TextDecoder().decode(styles));
  return { title: '', blocks, leftOut, ...(currency === '' ? {} : { currency }) };
}

async function sheetsOf(file: Uint8Array) {
  try {
    const { buffer, byteOffset, byteLength } = file;
    return await readWorkbook(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  } catch (cause) {
    throw invalid(damagedSheet, { cause });
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  // Without the rounding errors of computed values.
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  return cleanText(String(value));
}

// A price that looks like "KES 1,200" is often the number 1200 with a number format.
function formatCurrency(styles: string): string {
  const found = new Set<string>();
  for (const [, code = ''] of styles.matchAll(/formatCode="([^"]{1,200})"/g)) {
    const currency = currencyIn(code.replaceAll(/&quot;|\\/g, ' '));
    if (currency !== '') found.add(currency);
  }
  return found.size === 1 ? ([...found][0] ?? '') : '';
}

// The parser fills every gap up to the last row and column of a sheet; it fills this many cells in less than half a
// second.
const cellsMax = 5_000_000;
const sheetRowsMax = 1_048_576;
const sheetColumnsMax = 16_384;

const damagedSheet =
  'This Excel file is damaged: open it in Excel, save it again as .xlsx and send that.';

/** Checks the parts of a file: refuses cells far from the others, and addresses that no program writes. */
function createSheetCheck(): (part: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
  let cells = 0;
  return (part) => {
    const text = new TextDecoder().decode(part);
    const area = areaOf(text);
    const { rows, lastRow, lastColumn, letters } = area;
    // Some programs write an empty row at the end of every sheet.
    const isTrimmed = rows > lastRow;
    const trimmed = isTrimmed ? text.replaceAll(emptyRow, '') : text;
    cells += (isTrimmed ? areaOf(trimmed) : area).rows + lastRow * lastColumn;
    if (cells > cellsMax)
      throw invalid(
        `This Excel file has cells as far away as ${letters || 'A'}${rows}: ` +
          'delete the rows below your table and the columns to its right, save the file again and send that.',
      );
    return isTrimmed ? new TextEncoder().encode(trimmed) : part;
  };
}

// Tags with any prefix. A tag of another form is refused, since the parser may still read it.
const attributes = String.raw`((?:\s+[^\s<>="'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*`;
const tag = new RegExp(
  String.raw`<(?:[^\s<>/:"'=]+:)?(c|row)(?=[\s/>])(?:${attributes}(/?)>)?`,
  'g',
);
const emptyRow = new RegExp(String.raw`<(?:[^\s<>/:"'=]+:)?row(?=[\s/])${attributes}/>`, 'g');
const address = /[\s:]r\s*=\s*["'](?:([A-Z]{0,3})([1-9]\d{0,6})["'])?/g;

function areaOf(text: string) {
  let [rows, lastRow, lastColumn, letters] = [0, 0, 0, ''];
  for (const [, name, given, end] of text.matchAll(tag)) {
    if (given === undefined) throw invalid(damagedSheet);
    for (const [, inLetters = '', digits] of given.matchAll(address)) {
      const row = Number(digits ?? sheetRowsMax + 1);
      if (row > sheetRowsMax || (name === 'row') !== (inLetters === ''))
        throw invalid(damagedSheet);
      if (row > rows) rows = row;
      // The parser leaves out cells without content.
      if (name === 'row' || end === '/') continue;
      if (row > lastRow) lastRow = row;
      if (isBefore(inLetters, letters)) continue;
      [letters, lastColumn] = [inLetters, columnOf(inLetters)];
      if (lastColumn > sheetColumnsMax) throw invalid(damagedSheet);
    }
  }
  return { rows, lastRow, lastColumn, letters };
}

function isBefore(one: string, other: string): boolean {
  return one.length === other.length ? one <= other : one.length < other.length;
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
