/** Excel files: each sheet is a table. */
import readWorkbook from 'read-excel-file/universal';
import { currencyIn } from '../propose/price-text.ts';
import { type Block, cleanText, type LeftOut, type ReadText, Unreadable } from './blocks.ts';
import { plainOfficeFile } from './office-zip.ts';
import { createSheetCheck, damagedSheet } from './sheet-area.ts';

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
    throw new Unreadable(damagedSheet, { cause });
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
