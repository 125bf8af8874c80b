/**
 * Walks through the records of a resource in their order, piece by piece: each statement looks at a bounded number of
 * them, whatever the condition, and has the place after its last one.
 */
import { compareCodePoints } from '../../kernel/formats/code-points.ts';
import { readNumber } from '../rows.ts';
import { joinQueries, type Query, type Reader, sql } from '../store.ts';
import { type Allowed, isReadable } from './record-access.ts';
import { type KeyRange, keyColumn } from './record-keys.ts';
import type { RecordRow } from './records.ts';

/** What is walked. Keys begin with the id of the resource. */
export type Walk =
  /** The whole resource, or the records of some keys, by id. */
  | {
      readonly resourceId: string;
      readonly keys?: { readonly slot: number; readonly of: readonly string[] } | undefined;
      readonly isDown: boolean;
    }
  /** By key, then upwards by id. */
  | { readonly slot: number; readonly range: KeyRange; readonly isDown: boolean };

/** The last record that was looked at; the key is empty in a walk by id. */
export interface Place {
  readonly key: string;
  readonly id: string;
}

/** Before and after all ids. */
const leastId = `rec_${'0'.repeat(26)}`;
const greatestId = `rec_7${'z'.repeat(25)}`;

interface Piece {
  readonly where: Query;
  /** The key column of a walk by key. */
  readonly key: Query;
  readonly order: Query;
  /** Undefined after the last piece. */
  readonly end: Place | undefined;
}

/** The next `count` records after a place. */
export function nextPiece(
  reader: Reader,
  walk: Walk,
  after: Place | undefined,
  count: number,
): Promise<Piece> {
  if (!('range' in walk)) return pieceById(reader, walk, after?.id, count);
  return walk.isDown ? pieceDown(reader, walk, after, count) : pieceUp(reader, walk, after, count);
}

/** All that is left, for those who look at few of them. */
export function wholePiece(walk: Walk, after: Place | undefined): Piece {
  const whole =
    'range' in walk
      ? walk.isDown
        ? downwards(walk, after)
        : upwards(walk, after)
      : byId(walk, after?.id);
  return { ...whole, end: undefined };
}

/** The first `limit` records of a piece for which a condition holds. */
export function rowsOfPiece(
  reader: Reader,
  { where, key, order }: Piece,
  limit: number,
  allowed: Allowed,
): Promise<RecordRow[]> {
  return reader.all(sql`SELECT id, client_id, record, bytes, version, created_at, updated_at,
      ${key} AS walked_key FROM records WHERE ${where} AND ${isReadable(allowed)} ORDER BY ${order} LIMIT ${limit}`);
}

/** How many records of a small resource match. */
export function countMatching(reader: Reader, walk: Walk, allowed: Allowed): Promise<number> {
  const { where } = wholePiece(walk, undefined);
  return readNumber(
    reader,
    sql`SELECT count(*) FROM records WHERE ${where} AND ${isReadable(allowed)}`,
  );
}

type ById = Exclude<Walk, { readonly range: KeyRange }>;
type ByKey = Extract<Walk, { readonly range: KeyRange }>;

function byId({ resourceId, keys, isDown }: ById, afterId: string | undefined) {
  const within =
    keys === undefined
      ? sql`resource_id = ${resourceId}`
      : sql`${keyColumn(keys.slot)} IN (${joinQueries(
          keys.of.map((key) => sql`${key}`),
          ', ',
        )})`;
  const behind =
    afterId === undefined ? sql`` : sql` AND id ${isDown ? sql`<` : sql`>`} ${afterId}`;
  return {
    where: sql`${within}${behind}`,
    key: sql`''`,
    order: isDown ? sql`id DESC` : sql`id`,
  };
}

async function pieceById(
  reader: Reader,
  walk: ById,
  afterId: string | undefined,
  count: number,
): Promise<Piece> {
  const { where, key, order } = byId(walk, afterId);
  // Each key is read up to the limit: sorting all of them could take a long time.
  const ofEach = walk.keys?.of.map((key) => {
    const keys = { slot: walk.keys?.slot ?? 0, of: [key] };
    const one = byId({ ...walk, keys }, afterId);
    return sql`SELECT id FROM (SELECT id FROM records
      WHERE ${one.where} ORDER BY ${one.order} LIMIT ${count}) AS of_key`;
  });
  const from =
    ofEach === undefined || ofEach.length === 1
      ? sql`records WHERE ${where}`
      : sql`(${joinQueries(ofEach, ' UNION ALL ')}) AS of_keys`;
  const last = await reader.get<{ id: string }>(
    sql`SELECT id FROM ${from} ORDER BY ${order} LIMIT 1 OFFSET ${count - 1}`,
  );
  if (last === undefined) return { where, key, order, end: undefined };
  const upTo = sql`id ${walk.isDown ? sql`>=` : sql`<=`} ${last.id}`;
  return { where: sql`${where} AND ${upTo}`, key, order, end: { key: '', id: last.id } };
}

function upwards({ slot, range }: ByKey, after: Place | undefined) {
  const column = keyColumn(slot);
  // Only one lower bound: of two, SQLite takes the first and would walk there again from the beginning.
  const from =
    after === undefined || compareCodePoints(after.key, range.from) < 0
      ? sql`${column} >= ${range.from}`
      : sql`(${column}, id) > (${after.key}, ${after.id})`;
  const where = sql`${from} AND ${column} < ${range.to}`;
  return { where, key: column, order: sql`${column}, id` };
}

function downwards({ slot, range }: ByKey, after: Place | undefined) {
  const column = keyColumn(slot);
  const behind =
    after === undefined
      ? sql``
      : sql` AND (${column} < ${after.key} OR (${column} = ${after.key} AND id > ${after.id}))`;
  return {
    where: sql`${column} >= ${range.from} AND ${column} < ${range.to}${behind}`,
    key: column,
    order: sql`${column} DESC, id`,
  };
}

async function pieceUp(
  reader: Reader,
  walk: ByKey,
  after: Place | undefined,
  count: number,
): Promise<Piece> {
  const { where, key: column, order } = upwards(walk, after);
  const end = await reader.get<Place>(sql`SELECT ${column} AS key, id FROM records
    WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ${count - 1}`);
  if (end === undefined) return { where, key: column, order, end };
  const upTo = sql`(${column}, id) <= (${end.key}, ${end.id})`;
  return { where: sql`${where} AND ${upTo}`, key: column, order, end };
}

/**
 * Downwards by key, but upwards by id if the key is the same. A key that a piece would cut is left out of it and is a
 * piece of its own, since it may have very many records.
 */
async function pieceDown(
  reader: Reader,
  { slot, range }: ByKey,
  after: Place | undefined,
  count: number,
): Promise<Piece> {
  const column = keyColumn(slot);
  const isInside =
    after !== undefined &&
    compareCodePoints(after.key, range.from) >= 0 &&
    compareCodePoints(after.key, range.to) < 0;
  if (isInside && after.id !== greatestId) {
    const walk = { resourceId: '', keys: { slot, of: [after.key] }, isDown: false };
    const { end, ...piece } = await pieceById(reader, walk, after.id, count);
    return { ...piece, key: column, end: { key: after.key, id: end?.id ?? greatestId } };
  }
  const isBelow = after !== undefined && compareCodePoints(after.key, range.to) < 0;
  const to = isBelow ? after.key : range.to;
  const within = sql`${column} >= ${range.from} AND ${column} < ${to}`;
  const order = sql`${column} DESC, id`;
  const cut = await reader.get<{ key: string }>(sql`SELECT ${column} AS key FROM records
    WHERE ${within} ORDER BY ${column} DESC, id DESC LIMIT 1 OFFSET ${count - 1}`);
  if (cut === undefined) return { where: within, key: column, order, end: undefined };
  const where = sql`${column} > ${cut.key} AND ${column} < ${to}`;
  return { where, key: column, order, end: { key: cut.key, id: leastId } };
}
