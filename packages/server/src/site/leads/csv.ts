import { siteLimits } from '@baraza/contract';
import { encodeCursor } from '../../store/cursor.ts';

export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export const csvType = 'text/csv; charset=utf-8';

// What a spreadsheet would take for a formula, full-width characters included.
const formula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;
// Spreadsheets that split at semicolons or tabs ignore our quotes: a new cell may begin after each of these.
const separator = /([;\t\r\n|])/;
const formulaInQuotes = /^[\s\0"]*[=+\-@＝＋－＠]/;

/** Visitors write these texts: none may become a formula on the owner's machine. */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const first = formula.test(value) ? `'${value}` : value;
  const inert = first
    .split(separator)
    .map((part, place) => (place > 0 && formulaInQuotes.test(part) ? `'${part}` : part))
    .join('');
  return /[",;|\t\r\n]/.test(inert) || inert !== inert.trim()
    ? `"${inert.replaceAll('"', '""')}"`
    : inert;
}

/** The text of a CSV file, batch by batch. */
export async function* csvTexts<Item>(
  heading: string,
  line: (item: Item) => string,
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  yield heading;
  for await (const batch of batches) yield batch.map(line).join('');
}

/** A page of rows and the cursor of the next one. Reads one row more, to know whether there are others. */
export async function pageOf<Row extends { readonly id: string }>(
  limit: number,
  read: (rowsMax: number) => Promise<readonly Row[]>,
) {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? encodeCursor(last.id) : null };
}

interface PagedQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** All items of a query, page by page, for a file. */
export async function* allPages<Query extends PagedQuery, Item>(
  query: Query,
  readPage: (
    query: Query,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<readonly Item[]> {
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  let cursor = query.cursor ?? null;
  do {
    const limit = Math.min(left, siteLimits.pageSizeMax);
    const { items, next } = await readPage({ ...query, cursor: cursor ?? undefined, limit });
    yield items;
    left -= items.length;
    cursor = next;
  } while (cursor !== null && left > 0);
}
