/** Converts tables to records, and records to tables. */
import { cellsIn } from '../../../words/cells.ts';
import { isJsonObject } from '../json-text.ts';
import { cellText, isNumber } from './record-columns.ts';
import { valueAt } from './record-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads tabs from a clipboard, a CSV file (commas or semicolons), a JSON list, or one JSON object per line. */
export function recordsIn(text: string): readonly Fields[] {
  const trimmed = text.trim().replace(/^\ufeff/u, '');
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) return objectsOf(JSON.parse(trimmed));
  if (trimmed.startsWith('{')) return linesOfJson(trimmed);
  return rowsAsRecords(cellsIn(trimmed));
}

export function asNdjson(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Cells that a spreadsheet would evaluate as formulas get an apostrophe. */
export function asCsv(columns: readonly string[], records: readonly Fields[]): string {
  const cell = (value: unknown) => {
    const text = cellText(value);
    const inert = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
  };
  return [columns, ...records.map((record) => columns.map((name) => valueAt(record, [name])))]
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
    // One JSON object per line.
  }
  const values = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
  return objectsOf(values);
}

function rowsAsRecords(rows: readonly (readonly string[])[]): readonly Fields[] {
  const [head = [], ...others] = rows;
  const names = head.map((name, at) => name || `column${at + 1}`);
  return others.map((cells) =>
    Object.fromEntries(
      names
        .map((name, at) => [name, cells[at] ?? ''] as const)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => [name, isNumber(text) ? Number(text) : text]),
    ),
  );
}
