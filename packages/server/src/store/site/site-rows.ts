/** The rows of one site in all tables that move with it, in generic form. */
import { listOf, readNumber } from '../rows.ts';
import {
  joinQueries,
  type Query,
  type Reader,
  type Store,
  sql,
  sqlText,
  type Value,
  type Writer,
} from '../store.ts';
import { allTables, type Row, type Table } from '../tables.ts';

/** A table whose rows move with a site. */
export interface SiteTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column with the name of the site. */
  readonly site: 'site_id' | 'id';
  /** The rest of the key; undefined if a site has one row. */
  readonly key: { readonly name: string; readonly isNumber: boolean } | undefined;
  readonly conflict: readonly string[];
}

/**
 * Tables of a site that stay: computed again from the profile (`vectors`), about devices and sessions of this server
 * (`pushes`, `live_sessions`), or about servers themselves.
 */
export const stayingTables: ReadonlySet<string> = new Set([
  'vectors',
  'pushes',
  'live_sessions',
  'node_days',
  'reported_days',
  'site_moves',
  'site_transfers',
  'site_arrivals',
  'site_addresses',
]);

// Reading the schema takes hundreds of queries, too many while a site is frozen.
const known = new WeakMap<object, readonly SiteTable[]>();

/** In foreign key order; the row of the site itself comes first. */
export async function siteTables(store: Pick<Store, 'engine'> & Reader) {
  const found = known.get(store) ?? (await readSiteTables(store));
  known.set(store, found);
  return found;
}

async function readSiteTables(store: Pick<Store, 'engine'> & Reader) {
  const tables = await allTables(store, store.engine);
  const moved = tables.filter(
    ({ name, columns }) =>
      name === 'sites' ||
      (!stayingTables.has(name) && columns.some((column) => column.name === 'site_id')),
  );
  return moved.map(describe);
}

function describe({ name, columns, key }: Table): SiteTable {
  const site = name === 'sites' ? 'id' : 'site_id';
  const rest = key.filter((column) => column !== site);
  const [last] = rest;
  if (rest.length > 1) throw new Error(`${name} has a longer key than a move can follow`);
  const isNumber = columns.some((column) => column.name === last && column.type === 'INTEGER');
  return {
    name,
    columns: columns.map((column) => column.name),
    site,
    key: last === undefined ? undefined : { name: last, isNumber },
    conflict: key,
  };
}

/** The next rows in the order of their key. If a site has only one row in the table: that row, at the first call. */
export function siteRowsAfter(
  reader: Reader,
  table: SiteTable,
  siteId: string,
  after: Value,
  limit: number,
): Promise<Row[]> {
  const { key } = table;
  const from = sql`SELECT ${names(table.columns)} FROM ${names([table.name])}
    WHERE ${names([table.site])} = ${siteId}`;
  if (key === undefined) return after === null ? reader.all(from) : Promise.resolve([]);
  const beyond = after === null ? sql`` : sql` AND ${names([key.name])} > ${after}`;
  return reader.all(sql`${from}${beyond} ORDER BY ${names([key.name])} LIMIT ${limit}`);
}

/** One row; `key` is the rest of its key, as in a recorded change. */
export function siteRow(reader: Reader, table: SiteTable, siteId: string, key: string) {
  return reader.get<Row>(sql`SELECT ${names(table.columns)} FROM ${names([table.name])}
    WHERE ${ofKey(table, siteId, key)}`);
}

export function deleteSiteRow(tx: Writer, table: SiteTable, siteId: string, key: string) {
  return tx.run(sql`DELETE FROM ${names([table.name])} WHERE ${ofKey(table, siteId, key)}`);
}

// An engine refuses a statement with too many values.
const rowsAtOnce = 50;

/** Writes rows as they are, but never over a row of another site with the same key. Returns how many were written. */
export async function putSiteRows(tx: Writer, table: SiteTable, rows: readonly Row[]) {
  const target = names([table.name]);
  const set = joinQueries(
    table.columns.map((name) => sql`${names([name])} = excluded.${names([name])}`),
    ', ',
  );
  let written = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const tuples = rows
      .slice(at, at + rowsAtOnce)
      .map((row) => sql`(${listOf(table.columns.map((name) => row[name] ?? null))})`);
    written += await tx.run(sql`INSERT INTO ${target} (${names(table.columns)})
      VALUES ${joinQueries(tuples, ', ')}
      ON CONFLICT (${names(table.conflict)}) DO UPDATE SET ${set}
      WHERE ${target}.${names([table.site])} = excluded.${names([table.site])}`);
  }
  return written;
}

export function countSiteRows(reader: Reader, table: SiteTable, siteId: string): Promise<number> {
  const query = sql`SELECT count(*) FROM ${names([table.name])} WHERE ${names([table.site])} = ${siteId}`;
  return readNumber(reader, query);
}

function ofKey(table: SiteTable, siteId: string, key: string): Query {
  const own = sql`${names([table.site])} = ${siteId}`;
  if (table.key === undefined) return own;
  const value = table.key.isNumber ? Number(key) : key;
  return sql`${own} AND ${names([table.key.name])} = ${value}`;
}

function names(columns: readonly string[]): Query {
  return sqlText(columns.map((name) => `"${name}"`).join(', '));
}
