/** The rows of a site as pages of lines, bounded in rows and bytes. */
import { conflict } from '../../kernel/problem.ts';
import type { SiteChange, TransferRow } from '../../store/site/site-moves.ts';
import { type SiteTable, siteRow, siteRowsAfter, siteTables } from '../../store/site/site-rows.ts';
import type { Store, Value } from '../../store/store.ts';
import type { Row } from '../../store/tables.ts';
import type { MoveLine } from './move-bodies.ts';
import { type Reseal, resealRow } from './secrets.ts';

/** How far a copy is: the table, and the key of the last row that was sent. */
interface CopyPosition {
  readonly table: string;
  readonly after: Value;
}

const pageRows = 200;
const pageBytes = 1024 * 1024;
// A version may have megabytes; a page of them must fit into memory.
const fewRows: { readonly [table: string]: number } = { profile_versions: 4, question_moves: 4 };

/**
 * The page after this position, and the position after that page, null at the end. The first table is that of the site
 * itself.
 */
export async function copyPage(
  store: Store,
  { site_id: siteId, place }: Pick<TransferRow, 'site_id' | 'place'>,
  reseal: Reseal,
  rowsMax = pageRows,
) {
  const tables = await siteTables(store);
  let next: CopyPosition | null =
    place === null ? firstOf(tables, 0) : (JSON.parse(place) as CopyPosition);
  const lines: string[] = [];
  let bytes = 0;
  while (next !== null && lines.length < rowsMax) {
    const { table: name, after }: CopyPosition = next;
    const at = tables.findIndex((table) => table.name === name);
    const table = tables[at];
    if (table === undefined)
      throw conflict('The copy was started by another version of the server.');
    const max = Math.min(fewRows[name] ?? pageRows, rowsMax - lines.length);
    const rows = await siteRowsAfter(store, table, siteId, after, max);
    for (const row of rows) {
      const line = await lineOf(table, row, reseal);
      if (lines.length > 0 && bytes + line.length > pageBytes) return { lines, next };
      lines.push(line);
      bytes += line.length;
      next = { table: name, after: table.key === undefined ? '' : (row[table.key.name] ?? null) };
    }
    if (table.key === undefined || rows.length < max) next = firstOf(tables, at + 1);
  }
  return { lines, next };
}

function firstOf(tables: readonly SiteTable[], at: number): CopyPosition | null {
  const table = tables[at];
  return table === undefined ? null : { table: table.name, after: null };
}

/** The current rows of these changes: deletions first, then the others in the order of their tables. */
export async function changePage(
  store: Store,
  siteId: string,
  changes: readonly SiteChange[],
  reseal: Reseal,
) {
  const tables = await siteTables(store);
  const order = new Map(tables.map(({ name }, at) => [name, at]));
  const sorted = changes.toSorted(
    (one, other) => (order.get(one.kind) ?? 0) - (order.get(other.kind) ?? 0),
  );
  const gone: string[] = [];
  const lines: string[] = [];
  const sent: SiteChange[] = [];
  let bytes = 0;
  for (const change of sorted) {
    const table = tables.find(({ name }) => name === change.kind);
    if (table === undefined) continue;
    const row = await siteRow(store, table, siteId, change.row_key);
    const line =
      row === undefined
        ? JSON.stringify({ table: change.kind, gone: change.row_key } satisfies MoveLine)
        : await lineOf(table, row, reseal);
    if (sent.length > 0 && bytes + line.length > pageBytes) break;
    (row === undefined ? gone : lines).push(line);
    sent.push(change);
    bytes += line.length;
  }
  return { lines: [...gone, ...lines], sent };
}

async function lineOf({ name }: SiteTable, row: Row, reseal: Reseal): Promise<string> {
  return JSON.stringify({
    table: name,
    row: await resealRow(name, row, reseal),
  } satisfies MoveLine);
}
