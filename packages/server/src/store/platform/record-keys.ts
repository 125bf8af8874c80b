/** Ranges of the key columns: what a declared index finds, in the order of its keys. */
import { readNumber, readValue } from '../rows.ts';
import { joinQueries, type Query, type Reader, sql } from '../store.ts';
import type { RecordRow } from './records.ts';

/** A record with its key in the column that was read. */
export type KeyedRow = RecordRow & { readonly sort_key: string };

/** The place of a record in an index. */
export interface KeyPlace {
  readonly key: string;
  readonly id: string;
}

/** Whole keys, which begin with the id of their resource. */
export interface KeyBounds {
  readonly from: string;
  readonly isFromOpen?: boolean | undefined;
  readonly to: string;
  readonly isToOpen?: boolean | undefined;
}

/** Ranges of another column, of which one has to hold as well. */
export interface KeyRanges {
  readonly slot: number;
  readonly ranges: readonly KeyBounds[];
}

/** Upwards by key, then by id: those behind `after`, up to `until` itself. */
export function rowsUpward(
  reader: Reader,
  slot: number,
  bounds: KeyBounds,
  page: {
    readonly after: KeyPlace | undefined;
    readonly until?: KeyPlace;
    readonly limit: number;
    readonly others?: readonly KeyRanges[];
  },
): Promise<KeyedRow[]> {
  const column = columnOf(slot);
  const { after, until, limit, others = [] } = page;
  const upTo =
    until === undefined ? sql`` : sql` AND (${column}, id) <= (${until.key}, ${until.id})`;
  return reader.all(sql`${selectWith(column)}
    WHERE ${withinBehind(column, bounds, after)}${upTo}${alsoWithin(others)} AND ${isVisible}
    ORDER BY ${column}, id LIMIT ${limit}`);
}

/** Downwards by key and by id. */
export function rowsDownward(
  reader: Reader,
  slot: number,
  bounds: KeyBounds,
  limit: number,
  others: readonly KeyRanges[] = [],
): Promise<KeyedRow[]> {
  const column = columnOf(slot);
  return reader.all(sql`${selectWith(column)}
    WHERE ${within(column, bounds)}${alsoWithin(others)} AND ${isVisible}
    ORDER BY ${column} DESC, id DESC LIMIT ${limit}`);
}

/** The records of one key, by id. */
export function rowsOfKey(
  reader: Reader,
  slot: number,
  key: string,
  page: {
    readonly order: 'oldest' | 'newest';
    readonly afterId: string | undefined;
    readonly limit: number;
  },
): Promise<KeyedRow[]> {
  const column = columnOf(slot);
  const { order, afterId, limit } = page;
  const beyond =
    afterId === undefined
      ? sql``
      : order === 'newest'
        ? sql` AND id < ${afterId}`
        : sql` AND id > ${afterId}`;
  return reader.all(sql`${selectWith(column)} WHERE ${column} = ${key}${beyond} AND ${isVisible}
    ORDER BY id ${order === 'newest' ? sql`DESC` : sql`ASC`} LIMIT ${limit}`);
}

/** The last of so many entries of the index alone, upwards; undefined where there are fewer. */
export async function placeAhead(
  reader: Reader,
  slot: number,
  bounds: KeyBounds,
  after: KeyPlace | undefined,
  count: number,
): Promise<KeyPlace | undefined> {
  const column = columnOf(slot);
  return reader.get(sql`SELECT ${column} AS key, id FROM records
    WHERE ${withinBehind(column, bounds, after)}
    ORDER BY ${column}, id LIMIT 1 OFFSET ${count - 1}`);
}

/** The same downwards: its key alone. */
export function keyBelow(
  reader: Reader,
  slot: number,
  bounds: KeyBounds,
  count: number,
): Promise<string | undefined> {
  const column = columnOf(slot);
  return readValue(
    reader,
    sql`SELECT ${column} FROM records WHERE ${within(column, bounds)}
      ORDER BY ${column} DESC, id DESC LIMIT 1 OFFSET ${count - 1}`,
  );
}

/** How many entries the ranges have, counted up to a limit; those of an unpublished import are among them. */
export async function countEntries(
  reader: Reader,
  slot: number,
  ranges: readonly KeyBounds[],
  countMax: number,
): Promise<number> {
  const column = columnOf(slot);
  let count = 0;
  for (const bounds of ranges) {
    const limit = countMax - count;
    count += await readNumber(
      reader,
      sql`SELECT count(*) FROM
        (SELECT 1 AS one FROM records WHERE ${within(column, bounds)} LIMIT ${limit}) AS entries`,
    );
    if (count >= countMax) break;
  }
  return count;
}

/** How many records the ranges have. */
export function countRows(
  reader: Reader,
  slot: number,
  ranges: readonly KeyBounds[],
): Promise<number> {
  const column = columnOf(slot);
  return readNumber(
    reader,
    sql`SELECT count(*) FROM records WHERE ${withinAny(column, ranges)} AND ${isVisible}`,
  );
}

const columns: readonly Query[] = [sql`key1`, sql`key2`, sql`key3`, sql`key4`, sql`key5`];
const isVisible = sql`(import_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM imports WHERE imports.id = records.import_id))`;

function columnOf(slot: number): Query {
  const column = columns[slot - 1];
  if (column === undefined) throw new Error(`there is no key column ${slot}`);
  return column;
}

function selectWith(column: Query): Query {
  return sql`SELECT id, record, bytes, version, created_at, updated_at, ${column} AS sort_key FROM records`;
}

function within(column: Query, { from, isFromOpen, to, isToOpen }: KeyBounds): Query {
  if (from === to && isFromOpen !== true && isToOpen !== true) return sql`${column} = ${from}`;
  const above = isFromOpen === true ? sql`>` : sql`>=`;
  const below = isToOpen === true ? sql`<` : sql`<=`;
  return sql`${column} ${above} ${from} AND ${column} ${below} ${to}`;
}

function withinAny(column: Query, ranges: readonly KeyBounds[]): Query {
  const each = ranges.map((bounds) => sql`(${within(column, bounds)})`);
  return sql`(${joinQueries(each, ' OR ')})`;
}

// An expression instead of the column: no engine chooses another index than the one that is walked.
function alsoWithin(others: readonly KeyRanges[]): Query {
  const each = others.map(
    ({ slot, ranges }) => sql` AND ${withinAny(sql`(${columnOf(slot)} || '')`, ranges)}`,
  );
  return each.reduce((all, one) => sql`${all}${one}`, sql``);
}

// Only one lower bound: of two, SQLite takes the first and would walk there again from the beginning.
function withinBehind(column: Query, bounds: KeyBounds, after: KeyPlace | undefined): Query {
  if (after === undefined || compareBytes(after.key, bounds.from) < 0)
    return within(column, bounds);
  const below = bounds.isToOpen === true ? sql`<` : sql`<=`;
  return sql`(${column}, id) > (${after.key}, ${after.id}) AND ${column} ${below} ${bounds.to}`;
}

/** As both engines compare them. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
