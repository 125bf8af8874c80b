import { isId } from '@baraza/contract';
import { filledTo, listOf, readNumber } from '../rows.ts';
import { joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';
import { type Allowed, isReadable } from './record-access.ts';
import { insertWords, replaceWords } from './record-words.ts';

export interface RecordRow {
  /** The position of the record in the order of time; callers see it as `recordId` if they chose none. */
  readonly id: string;
  /** The id that a client chose; null if the server did. */
  readonly client_id: string | null;
  readonly record: string;
  readonly bytes: number;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number | null;
  /** The key of the index that was walked. */
  readonly walked_key?: string;
}

type Key = string | null;
/** The columns of the declared indexes, `<resource id><sort key>` each. */
export type RecordKeys = readonly [Key, Key, Key, Key, Key];

/** A row to be stored, with its keys if its resource has indexes, and its unique values if it has such rules. */
export type NewRecord = RecordRow & {
  readonly keys?: RecordKeys | undefined;
  readonly uniques?: RecordKeys | undefined;
  /** Set if its resource is searched. */
  readonly words?: string | undefined;
};

/** The id that callers see. */
export function recordIdOf({ id, client_id }: Pick<RecordRow, 'id' | 'client_id'>): string {
  return client_id ?? id;
}

// Fixed batch sizes: round trips are expensive, and a new statement for each row count even more.
const rowsAtOnce = 50;

/** Many rows in few statements; those of an import that is stored in steps carry its id. */
export async function insertRecords(
  tx: Writer,
  resourceId: string,
  rows: readonly NewRecord[],
  importId: string | null = null,
): Promise<void> {
  const grouped = rows.length - (rows.length % rowsAtOnce);
  for (let at = 0; at < grouped; at += rowsAtOnce) {
    await tx.run(insertion(resourceId, rows.slice(at, at + rowsAtOnce), importId));
  }
  for (const row of rows.slice(grouped)) await tx.run(insertion(resourceId, [row], importId));
  if (rows[0]?.words !== undefined)
    await insertWords(
      tx,
      resourceId,
      rows.map(({ id, words = '' }) => ({ id, words })),
    );
}

/** Rows of one resource: either all have keys or none, and the same of unique values. */
function insertion(resourceId: string, rows: readonly NewRecord[], importId: string | null): Query {
  const tuples = rows.map(
    ({ id, client_id, record, bytes, created_at, keys = [], uniques = [] }) => {
      const plain = [resourceId, id, client_id, record, bytes, created_at, importId];
      return sql`(${listOf([...plain, ...keys, ...uniques])})`;
    },
  );
  const [first] = rows;
  const keyColumns = first?.keys === undefined ? sql`` : sql`, key1, key2, key3, key4, key5`;
  const uniqueColumns =
    first?.uniques === undefined ? sql`` : sql`, unique1, unique2, unique3, unique4, unique5`;
  return sql`INSERT INTO records
    (resource_id, id, client_id, record, bytes, created_at, import_id${keyColumns}${uniqueColumns})
    VALUES ${joinQueries(tuples, ', ')}`;
}

const columns = sql`id, client_id, record, bytes, version, created_at, updated_at`;

/** Whether the collection has no other ids from the first of these on; unpublished records count too. */
export async function areNewest(
  reader: Reader,
  resourceId: string,
  firstId: string,
  count: number,
): Promise<boolean> {
  const found = await readNumber(
    reader,
    sql`SELECT count(*) FROM records WHERE resource_id = ${resourceId} AND id >= ${firstId}`,
  );
  return found === count;
}

/** By the id that callers see. */
export async function findRecord(
  reader: Reader,
  resourceId: string,
  recordId: string,
  allowed?: Allowed,
): Promise<RecordRow | undefined> {
  const made = isId('record', recordId)
    ? await reader.get<RecordRow>(sql`SELECT ${columns} FROM records
        WHERE resource_id = ${resourceId} AND id = ${recordId} AND client_id IS NULL
          AND ${isReadable(allowed)}`)
    : undefined;
  if (made !== undefined) return made;
  return reader.get(sql`SELECT ${columns} FROM records
    WHERE resource_id = ${resourceId} AND client_id = ${recordId} AND ${isReadable(allowed)}`);
}

export async function replaceRecord(tx: Writer, resourceId: string, row: NewRecord): Promise<void> {
  const keys = row.keys === undefined ? sql`` : sql`, ${keyAssignments(row.keys)}`;
  await tx.run(sql`UPDATE records SET record = ${row.record}, bytes = ${row.bytes},
      version = ${row.version}, updated_at = ${row.updated_at},
      ${uniqueAssignments(row.uniques)}${keys}
    WHERE resource_id = ${resourceId} AND id = ${row.id}`);
  const { id, words } = row;
  if (words !== undefined) await replaceWords(tx, resourceId, { id, words });
}

/** For `UPDATE records SET …`. */
export function keyAssignments([key1, key2, key3, key4, key5]: RecordKeys): Query {
  return sql`key1 = ${key1}, key2 = ${key2}, key3 = ${key3}, key4 = ${key4}, key5 = ${key5}`;
}

/** Columns without a rule are set to null, so that no column has a stale value. */
export function uniqueAssignments(uniques: RecordKeys = [null, null, null, null, null]): Query {
  const [one, two, three, four, five] = uniques;
  return sql`unique1 = ${one}, unique2 = ${two}, unique3 = ${three}, unique4 = ${four}, unique5 = ${five}`;
}

export function deleteRecord(tx: Writer, resourceId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM records WHERE resource_id = ${resourceId} AND id = ${id}`);
}

/** Deletes up to `countMax` of the oldest records before a time; returns the deleted ones. */
export function deleteOldRecords(
  tx: Writer,
  resourceId: string,
  beforeMs: number,
  countMax: number,
): Promise<{ readonly bytes: number }[]> {
  return tx.all(sql`DELETE FROM records WHERE resource_id = ${resourceId} AND id IN (
      SELECT id FROM records WHERE resource_id = ${resourceId} ORDER BY id LIMIT ${countMax})
    AND created_at < ${beforeMs} RETURNING bytes`);
}

/** How many records of a small collection are allowed. */
export function countRecords(reader: Reader, resourceId: string, allowed: Allowed) {
  const query = sql`SELECT count(*) FROM records WHERE resource_id = ${resourceId} AND ${isReadable(allowed)}`;
  return readNumber(reader, query);
}

/** At most 50 records by the ids that callers see, in no order; deleted ones are left out. */
export function recordsByRecordIds(
  reader: Reader,
  resourceId: string,
  recordIds: readonly string[],
  allowed?: Allowed,
): Promise<RecordRow[]> {
  const filled = filledTo(rowsAtOnce, recordIds);
  // With OR, SQLite would read the whole collection.
  return reader.all(sql`SELECT ${columns} FROM records
      WHERE resource_id = ${resourceId} AND id IN (${listOf(filled)}) AND client_id IS NULL
        AND ${isReadable(allowed)}
    UNION ALL SELECT ${columns} FROM records
      WHERE resource_id = ${resourceId} AND client_id IN (${listOf(filled)})
        AND ${isReadable(allowed)}`);
}

/** These records in no order; deleted ones are left out. */
export async function recordsByIds(
  reader: Reader,
  resourceId: string,
  ids: readonly string[],
  allowed?: Allowed,
): Promise<readonly RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce);
    const filled = filledTo(rowsAtOnce, some);
    const found = await reader.all<RecordRow>(sql`SELECT ${columns} FROM records
      WHERE resource_id = ${resourceId} AND id IN (${listOf(filled)}) AND ${isReadable(allowed)}`);
    rows.push(...found);
  }
  return rows;
}
