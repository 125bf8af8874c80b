/** The area of the sheets of an Excel file: their parser fills every gap up to the last row and column. */
import { Unreadable } from './blocks.ts';

// Filled in less than half a second.
const cellsMax = 5_000_000;
const rowsMax = 1_048_576;
const columnsMax = 16_384;

export const damagedSheet =
  'This Excel file is damaged: open it in Excel, save it again as .xlsx and send that.';

/** Checks the parts of a file: refuses cells far from the others, and addresses that no program writes. */
export function createSheetCheck(): (part: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
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
      throw new Unreadable(
        `This Excel file has cells as far away as ${letters || 'A'}${rows}: ` +
          'delete the rows and columns behind your table, save the file again and send that.',
      );
    return isTrimmed ? new TextEncoder().encode(trimmed) : part;
  };
}

// Tags with any prefix. The parser may read a tag that has not this form, so it is refused.
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
    if (given === undefined) throw new Unreadable(damagedSheet);
    for (const [, inLetters = '', digits] of given.matchAll(address)) {
      const row = Number(digits ?? rowsMax + 1);
      if (row > rowsMax || (name === 'row') !== (inLetters === ''))
        throw new Unreadable(damagedSheet);
      if (row > rows) rows = row;
      // The parser leaves out cells without content.
      if (name === 'row' || end === '/') continue;
      if (row > lastRow) lastRow = row;
      if (isBefore(inLetters, letters)) continue;
      [letters, lastColumn] = [inLetters, columnOf(inLetters)];
      if (lastColumn > columnsMax) throw new Unreadable(damagedSheet);
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
