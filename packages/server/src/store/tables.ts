/** Generic access to all tables by the database schema, for backup and restore. */
import { hasRows, listOf, readNumber } from './rows.ts';
import {
  type Engine,
  joinQueries,
  type Query,
  type Reader,
  type Store,
  sql,
  sqlText,
  type Value,
  type Writer,
} from './store.ts';

export interface Table {
  readonly name: string;
  /** In the order of their names, which is the same on both databases. */
  readonly columns: readonly Column[];
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER';
}

/** Left out of backups: sessions, with what belongs to them, and sign-in links must not come back with old data. */
export const transientTables: ReadonlySet<string> = new Set([
  'console_sessions',
  'console_links',
  'user_sessions',
  'user_codes',
  'used_challenges',
  'push_devices',
]);

export type Row = { readonly [column: string]: Value };

/** All our tables in foreign key order: a table comes after those it refers to. */
export async function allTables(reader: Reader, engine: Engine): Promise<readonly Table[]> {
  const { createdTables } = await import('./migrations/migrations.ts');
  const catalog = catalogs[engine];
  const names = await reader.all<{ name: string }>(catalog.tables);
  const found = await Promise.all(
    names
      .filter(({ name }) => createdTables.has(name))
      .map(async ({ name }) => ({
        table: await describe(reader, catalog, name),
        refersTo: (await reader.all<{ name: string }>(catalog.references(name))).map(
          (row) => row.name,
        ),
      })),
  );
  const byName = found.toSorted((one, other) => (one.table.name < other.table.name ? -1 : 1));
  const ordered: Table[] = [];
  while (ordered.length < byName.length) {
    const isPlaced = (name: string) => ordered.some((table) => table.name === name);
    const next = byName.find(
      ({ table, refersTo }) =>
        !isPlaced(table.name) && refersTo.every((name) => name === table.name || isPlaced(name)),
    );
    if (next === undefined) throw new Error('tables refer to each other in a circle');
    ordered.push(next.table);
  }
  return ordered;
}

/** The data version in a snapshot. */
export function storedVersion(reader: Reader): Promise<number> {
  return readNumber(reader, sql`SELECT version FROM baraza_version`);
}

/** All rows in the order of their key, byte by byte whatever the locale of the database. */
export function rowsOf(table: Table, engine: Engine): Query {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const order = table.key.map((name) => {
    const isText = table.columns.some((column) => column.name === name && column.type === 'TEXT');
    return isText && engine === 'postgres' ? `${quoted(name)} COLLATE "C"` : quoted(name);
  });
  return sqlText(`SELECT ${columns} FROM ${quoted(table.name)} ORDER BY ${order.join(', ')}`);
}

export async function isEmptyTable(reader: Reader, table: Table): Promise<boolean> {
  return !(await hasRows(reader, sqlText(`SELECT 1 FROM ${quoted(table.name)} LIMIT 1`)));
}

// Each row adds its values to the statement, and the engines limit their number.
const rowsAtOnce = 50;

export async function insertRows(tx: Writer, table: Table, rows: readonly Row[]): Promise<void> {
  const names = table.columns.map(({ name }) => name);
  const start = `INSERT INTO ${quoted(table.name)} (${names.map(quoted).join(', ')}) VALUES `;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const tuples = rows
      .slice(at, at + rowsAtOnce)
      .map((row) => sql`(${listOf(names.map((name) => row[name] ?? null))})`);
    await tx.run(sql`${sqlText(start)}${joinQueries(tuples, ', ')}`);
  }
}

/**
 * Deletes all rows of all tables, which are in foreign key order. PostgreSQL truncates them, since it would take
 * minutes to delete many rows.
 */
export async function emptyTables(store: Store, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await store.script(
    store.engine === 'postgres'
      ? // Tables that are in no backup refer to some of these.
        [`TRUNCATE ${names.join(', ')} CASCADE`]
      : names.toReversed().map((name) => `DELETE FROM ${name}`),
  );
}

interface Catalog {
  readonly tables: Query;
  readonly columns: (table: string) => Query;
  readonly references: (table: string) => Query;
}

// The primary key of a table. A partitioned table may have none: then the key of one of its partitions.
const keyNames = sql`SELECT array_agg(part.attname ORDER BY place) AS names
  FROM (SELECT conrelid, conkey FROM pg_constraint WHERE contype = 'p' AND (conrelid = class.oid OR conrelid IN
      (SELECT inhrelid FROM pg_inherits WHERE inhparent = class.oid))
    ORDER BY conrelid <> class.oid LIMIT 1) found
  CROSS JOIN LATERAL unnest(found.conkey) WITH ORDINALITY AS columns (number, place)
  JOIN pg_attribute part ON part.attrelid = found.conrelid AND part.attnum = columns.number`;

const catalogs: { readonly [engine in Engine]: Catalog } = {
  sqlite: {
    tables: sql`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`,
    columns: (table) => sql`SELECT name, type, pk AS place FROM pragma_table_info(${table})`,
    references: (table) => sql`SELECT "table" AS name FROM pragma_foreign_key_list(${table})`,
  },
  postgres: {
    tables: sql`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    columns: (table) => sql`SELECT attribute.attname AS name,
        format_type(attribute.atttypid, NULL) AS type,
        coalesce(array_position(keys.names, attribute.attname), 0) AS place
      FROM pg_attribute attribute JOIN pg_class class ON class.oid = attribute.attrelid
      LEFT JOIN LATERAL (${keyNames}) keys ON true
      WHERE class.relname = ${table} AND class.relnamespace = current_schema()::regnamespace
        AND attribute.attnum > 0 AND NOT attribute.attisdropped`,
    references: (table) => sql`SELECT target.relname AS name FROM pg_constraint constraints
      JOIN pg_class class ON class.oid = constraints.conrelid
      JOIN pg_class target ON target.oid = constraints.confrelid
      WHERE constraints.contype = 'f' AND class.relname = ${table}
        AND class.relnamespace = current_schema()::regnamespace`,
  },
};

async function describe(reader: Reader, catalog: Catalog, name: string): Promise<Table> {
  const rows = await reader.all<{ name: string; type: string; place: number }>(
    catalog.columns(name),
  );
  const columns = rows
    .map((row): Column => ({ name: row.name, type: typeOf(name, row) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const key = rows
    .filter(({ place }) => place > 0)
    .toSorted((one, other) => one.place - other.place)
    .map((row) => row.name);
  return { name, columns, key: key.length > 0 ? key : columns.map((column) => column.name) };
}

function typeOf(table: string, column: { readonly name: string; readonly type: string }) {
  if (/^text$/i.test(column.type)) return 'TEXT';
  if (/^bigint$/i.test(column.type)) return 'INTEGER';
  throw new Error(`${table}.${column.name} is ${column.type}; columns are TEXT or BIGINT`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
