/** Ranges of the key columns: what a declared index finds, in the order of its keys. */
import { compareCodePoints } from '../../kernel/formats/code-points.ts';
import { readNumber, readValue } from '../rows.ts';
import { type ByEngine, joinQueries, type Query, type Reader, sql } from '../store.ts';
import {
  type Allowed,
  type BatchConditions,
  conditionColumns,
  isPublished,
  isReadable,
} from './record-access.ts';
import type { RecordRow } from './records.ts';

/** A record with its key in the column that was read. */
export type KeyedRow = RecordRow & { readonly sort_key: string };

/** The position of a record in an index. */
export interface KeyPlace {
  readonly key: string;
  readonly id: string;
}

/** Keys from `from` up to, but without, `to`; in queries they begin with the id of their resource. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** The next possible key: none contains a NUL. */
export function keyAfter(key: string): string {
  return `${key}\u0001`;
}

export function pointOf(key: string): KeyRange {
  return { from: key, to: keyAfter(key) };
}

export function isPoint({ from, to }: KeyRange): boolean {
  return to === keyAfter(from);
}

/** The rows after `after`, ascending by key, then by id. */
export function rowsUpward(
  reader: Reader,
  slot: number,
  range: KeyRange,
  after: KeyPlace | undefined,
  limit: number,
  conditions: BatchConditions = {},
): Promise<KeyedRow[]> {
  const column = keyColumn(slot);
  return reader.all(sql`${selectWith(column, conditions)}
    WHERE ${withinBehind(column, range, after)} AND ${isPublished} ORDER BY ${column}, id LIMIT ${limit}`);
}

/** Descending by key, ascending by id for equal keys. Reads the whole range, which must be small. */
export function rowsDownward(
  reader: Reader,
  slot: number,
  range: KeyRange,
  conditions: BatchConditions = {},
): Promise<KeyedRow[]> {
  const column = keyColumn(slot);
  return reader.all(sql`${selectWith(column, conditions)}
    WHERE ${within(column, range)} AND ${isPublished} ORDER BY ${column} DESC, id`);
}

/** A page in the order of the index, then by id. Rows are passed until it is full: the resource has to be small. */
export function pageOfKeys(
  reader: Reader,
  slot: number,
  range: KeyRange,
  page: {
    readonly isDown: boolean;
    readonly after: KeyPlace | undefined;
    readonly limit: number;
    readonly allowed: Allowed;
  },
): Promise<KeyedRow[]> {
  const column = keyColumn(slot);
  const { isDown, after, limit, allowed } = page;
  const behind =
    after === undefined
      ? sql``
      : sql` AND (${column} ${isDown ? sql`<` : sql`>`} ${after.key}
          OR (${column} = ${after.key} AND id > ${after.id}))`;
  return reader.all(sql`${selectWith(column, {})}
    WHERE ${within(column, range)}${behind} AND ${isReadable(allowed)}
    ORDER BY ${column} ${isDown ? sql`DESC` : sql`ASC`}, id LIMIT ${limit}`);
}

/** The records of some keys, by id. Each key is read up to the limit: sorting all of them could take a long time. */
export function rowsOfKeys(
  reader: Reader,
  slot: number,
  keys: readonly string[],
  page: {
    readonly order: 'oldest' | 'newest';
    readonly afterId: string | undefined;
    readonly limit: number;
    readonly conditions?: BatchConditions;
  },
): Promise<KeyedRow[]> {
  const column = keyColumn(slot);
  const { order, afterId, limit, conditions = {} } = page;
  const isNewest = order === 'newest';
  const behind =
    afterId === undefined ? sql`` : sql` AND id ${isNewest ? sql`<` : sql`>`} ${afterId}`;
  const inOrder = sql`ORDER BY id ${isNewest ? sql`DESC` : sql`ASC`} LIMIT ${limit}`;
  const ofEach = keys.map(
    (key) => sql`SELECT * FROM (${selectWith(column, conditions)}
      WHERE ${column} = ${key}${behind} AND ${isPublished} ${inOrder}) AS of_key`,
  );
  return reader.all(sql`${joinQueries(ofEach, ' UNION ALL ')} ${inOrder}`);
}

/** The key of entry number `count` of the index, from the greatest key down; undefined if there are fewer. */
export function keyBelow(reader: Reader, slot: number, range: KeyRange, count: number) {
  const column = keyColumn(slot);
  const query = sql`SELECT ${column} FROM records WHERE ${within(column, range)}
      ORDER BY ${column} DESC, id DESC LIMIT 1 OFFSET ${count - 1}`;
  return readValue<string>(reader, query);
}

/** How many entries the ranges have, counted up to a limit; those of an unpublished import are among them. */
export async function countEntries(
  reader: Reader,
  slot: number,
  ranges: readonly KeyRange[],
  countMax: number,
): Promise<number> {
  const column = keyColumn(slot);
  let count = 0;
  for (const range of ranges) {
    const limit = countMax - count;
    count += await readNumber(
      reader,
      sql`SELECT count(*) FROM
        (SELECT 1 AS one FROM records WHERE ${within(column, range)} LIMIT ${limit}) AS entries`,
    );
    if (count >= countMax) break;
  }
  return count;
}

/** How many records the ranges have. */
export function countRows(
  reader: Reader,
  slot: number,
  ranges: readonly KeyRange[],
  allowed?: Allowed,
): Promise<number> {
  const column = keyColumn(slot);
  const query = sql`SELECT count(*) FROM records WHERE ${withinAny(column, ranges)} AND ${isReadable(allowed)}`;
  return readNumber(reader, query);
}

const columns: readonly Query[] = [sql`key1`, sql`key2`, sql`key3`, sql`key4`, sql`key5`];

export function keyColumn(slot: number): Query {
  const column = columns[slot - 1];
  if (column === undefined) throw new Error(`there is no key column ${slot}`);
  return column;
}

function selectWith(column: Query, conditions: BatchConditions): Query {
  return sql`SELECT ${conditionColumns(conditions)}id, client_id, bytes, version, created_at, updated_at,
    ${column} AS sort_key FROM records`;
}

function within(column: Query, { from, to }: KeyRange): Query {
  return sql`${column} >= ${from} AND ${column} < ${to}`;
}

/** The same as a condition beside an index: SQLite does not look for an index of a term. */
export function isWithinAny(slot: number, ranges: readonly KeyRange[]): Query {
  const term: ByEngine = { sqlite: sql`+`, postgres: sql`` };
  return withinAny(sql`${term}${keyColumn(slot)}`, ranges);
}

export function withinAny(column: Query, ranges: readonly KeyRange[]): Query {
  const each = ranges.map((range) => sql`(${within(column, range)})`);
  return sql`(${joinQueries(each, ' OR ')})`;
}

// Only one lower bound: of two, SQLite takes the first and would walk there again from the beginning.
function withinBehind(column: Query, range: KeyRange, after: KeyPlace | undefined): Query {
  if (after === undefined || compareCodePoints(after.key, range.from) < 0)
    return within(column, range);
  return sql`(${column}, id) > (${after.key}, ${after.id}) AND ${column} < ${range.to}`;
}
