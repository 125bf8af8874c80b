/** Rows of one site as they are, for its move to another server. */
import { listOf } from '../rows.ts';
import { joinQueries, type Query, type Reader, sql, sqlText, type Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** What moves of a table; the rest of an export has the other tables. */
export interface MovedTable {
  readonly name: string;
  /** Without `site_id`. */
  readonly columns: readonly string[];
  /** The rest of its key; undefined if a site has one row. */
  readonly key: string | undefined;
  /** Which rows move, as a condition. */
  readonly only?: string;
}

/** The next rows in the order of their key. If a site has only one row in the table: that row, at the first call. */
export function siteRowsAfter(
  reader: Reader,
  table: MovedTable,
  siteId: string,
  after: string | null,
  limit: number,
): Promise<Row[]> {
  const { name, columns, key, only = 'true' } = table;
  const from = sql`SELECT ${sqlText(columns.join(', '))} FROM ${sqlText(name)}
    WHERE site_id = ${siteId} AND ${sqlText(only)}`;
  if (key === undefined) return after === null ? reader.all(from) : Promise.resolve([]);
  const beyond = after === null ? sql`` : sql` AND ${sqlText(key)} > ${after}`;
  return reader.all(sql`${from}${beyond} ORDER BY ${sqlText(key)} LIMIT ${limit}`);
}

// An engine refuses a statement with too many values.
const rowsAtOnce = 50;

/** Writes rows, but never over a row of another site with the same key. Returns how many were written. */
export async function putSiteRows(
  tx: Writer,
  table: MovedTable,
  siteId: string,
  rows: readonly Row[],
) {
  const { name, columns, key } = table;
  const target = sqlText(name);
  const conflict = ['site_id', ...(key === undefined ? [] : [key])];
  const set = columns.filter((column) => column !== key).map(assignment);
  let written = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const tuples = rows
      .slice(at, at + rowsAtOnce)
      .map((row) => sql`(${siteId}, ${listOf(columns.map((column) => row[column] ?? null))})`);
    written +=
      await tx.run(sql`INSERT INTO ${target} (${sqlText(['site_id', ...columns].join(', '))})
      VALUES ${joinQueries(tuples, ', ')}
      ON CONFLICT (${sqlText(conflict.join(', '))}) DO UPDATE SET ${joinQueries(set, ', ')}
      WHERE ${target}.site_id = excluded.site_id`);
  }
  return written;
}

function assignment(column: string): Query {
  return sqlText(`${column} = excluded.${column}`);
}
