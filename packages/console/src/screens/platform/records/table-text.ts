/** Tables that come from a spreadsheet or a file, as records, and records as such a table. */
import { isJsonObject } from '../json-object.ts';
import { cellText, isNumber } from './record-columns.ts';

type Fields = Readonly<Record<string, unknown>>;

/** From a clipboard (tabs), a CSV file (commas or semicolons), a JSON list or one JSON object a line. */
export function recordsIn(text: string): readonly Fields[] {
  const trimmed = text.trim().replace(/^\ufeff/u, '');
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) return objectsOf(JSON.parse(trimmed));
  if (trimmed.startsWith('{')) return linesOfJson(trimmed);
  return rowsAsRecords(cellsIn(trimmed, separatorOf(trimmed)));
}

export function asNdjson(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A cell that a spreadsheet would compute is made a text. */
export function asCsv(columns: readonly string[], records: readonly Fields[]): string {
  const cell = (value: unknown) => {
    const text = cellText(value);
    const inert = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
  };
  return [columns, ...records.map((record) => columns.map((name) => record[name]))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

function objectsOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value) || value.some((one) => !isJsonObject(one)))
    throw new SyntaxError('not a list of objects');
  return value as readonly Fields[];
}

function linesOfJson(text: string): readonly Fields[] {
  try {
    const whole: unknown = JSON.parse(text);
    if (isJsonObject(whole)) return [whole];
  } catch {
    // Several objects, one a line.
  }
  const values = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
  return objectsOf(values);
}

function separatorOf(text: string): string {
  const head = text.split('\n', 1)[0] ?? '';
  const counts = ['\t', ';', ','].map((sign) => [sign, head.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function cellsIn(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (sign !== '\r') cell += sign;
  }
  rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((text) => text.trim() !== ''));
}

function rowsAsRecords(rows: readonly (readonly string[])[]): readonly Fields[] {
  const [head = [], ...others] = rows;
  const names = head.map((name, at) => name.trim() || `column${at + 1}`);
  return others.map((cells) =>
    Object.fromEntries(
      names
        .map((name, at) => [name, cells[at]?.trim() ?? ''] as const)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => [name, isNumber(text) ? Number(text) : text]),
    ),
  );
}
