/** Pieces of queries that most nouns need. */
import { breathe } from '../kernel/breathe.ts';
import { type Query, type Reader, sql, sqlText, type Value } from './store.ts';

/** For `IN (…)`; without values NULL, which is equal to nothing. */
export function listOf(values: readonly Value[]): Query {
  if (values.length === 0) return sql`NULL`;
  return { strings: ['', ...values.slice(1).map(() => ', '), ''], parts: values };
}

/** `INSERT INTO table (…) VALUES …` for rows as `SELECT columns` gives them; `columns` is a plain list of names. */
export function insertInto(table: string, columns: Query, rows: readonly object[]): Query {
  const { fields, oneRow, start } = insertShape(table, columns);
  const parts = rows.flatMap((row) =>
    fields.map((field) => (row as { readonly [name: string]: Value })[field] as Value),
  );
  return { strings: rows.length === 1 ? oneRow : tuples(start, fields.length, rows.length), parts };
}

interface InsertShape {
  readonly table: string;
  readonly start: string;
  readonly fields: readonly string[];
  /** Always the same array, by which the text of the statement is cached. */
  readonly oneRow: readonly string[];
}

const insertShapes = new WeakMap<readonly string[], InsertShape>();

function insertShape(table: string, { strings }: Query): InsertShape {
  const known = insertShapes.get(strings);
  if (known?.table === table) return known;
  const names = (strings[0] ?? '')
    .split(/,\s+/)
    .map((name) => name.replace(/^\w+\./, '').split(' AS '));
  const start = `INSERT INTO ${table} (${names.map(([column]) => column).join(', ')}) VALUES `;
  const fields = names.map((name) => name.at(-1) ?? '');
  const shape = { table, start, fields, oneRow: tuples(start, fields.length, 1) };
  insertShapes.set(strings, shape);
  return shape;
}

function tuples(start: string, width: number, rows: number): readonly string[] {
  const between = Array.from({ length: width * rows - 1 }, (_, at) =>
    (at + 1) % width === 0 ? '), (' : ', ',
  );
  return [`${start}(`, ...between, ')'];
}

/** The time of the database, so that processes agree whatever their own clocks say; SQLite has that of its process. */
export function storeNow(nowMs: number) {
  return {
    sqlite: sql`${nowMs}`,
    postgres: sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
  };
}

/** A parameter whose type PostgreSQL cannot infer, as in a SELECT list. */
export function typed(type: 'text' | 'bigint', value: Value) {
  return { sqlite: sql`${value}`, postgres: sql`${value}::${sqlText(type)}` };
}

/** The only column of the first row. */
export async function readValue<Wanted extends Value>(
  reader: Pick<Reader, 'get'>,
  query: Query,
): Promise<Wanted | undefined> {
  const row = await reader.get<{ readonly [column: string]: Wanted }>(query);
  return row && Object.values(row)[0];
}

/** A count or sum; 0 without rows. */
export async function readNumber(reader: Pick<Reader, 'get'>, query: Query): Promise<number> {
  return Number((await readValue<number>(reader, query)) ?? 0);
}

export async function hasRows(reader: Pick<Reader, 'get'>, query: Query): Promise<boolean> {
  return (await reader.get(query)) !== undefined;
}

/**
 * All rows in the order of their ids, read in pages: with SQLite a statement keeps the thread. Not for transactions,
 * since others get their turn between two pages.
 */
export async function readInPages<Row extends { readonly id: string }>(
  readPage: (after: string, limit: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly Row[] = await readPage(after, rowsOfPage);
    rows.push(...page);
    after = page.length < rowsOfPage ? undefined : page.at(-1)?.id;
    await breathe();
  }
  return rows;
}

const rowsOfPage = 1_000;

/** Repeats the last value up to `count` values, so that one prepared statement serves any number of them. */
export function filledTo(count: number, values: readonly string[]): readonly string[] {
  return [
    ...values,
    ...(Array(Math.max(0, count - values.length)).fill(values.at(-1)) as string[]),
  ];
}
