import { listOf, readNumber } from '../rows.ts';
import { joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';

export interface RecordRow {
  readonly id: string;
  readonly record: string;
  readonly bytes: number;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number | null;
}

type Key = string | null;
/** The columns of the declared indexes, `<resource id><sort key>` each. */
export type RecordKeys = readonly [Key, Key, Key, Key, Key];

/** A row to be stored, with its keys where its resource has indexes. */
export type NewRecord = RecordRow & { readonly keys?: RecordKeys | undefined };

export function insertRecord(
  tx: Writer,
  resourceId: string,
  row: NewRecord,
  importId: string | null = null,
): Promise<number> {
  return tx.run(insertion(resourceId, [row], importId));
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
  for (const row of rows.slice(grouped)) await insertRecord(tx, resourceId, row, importId);
}

/** Rows of one resource: either all have keys or none. */
function insertion(resourceId: string, rows: readonly NewRecord[], importId: string | null): Query {
  const tuples = rows.map(
    ({ id, record, bytes, created_at, keys = [] }) =>
      sql`(${listOf([resourceId, id, record, bytes, created_at, importId, ...keys])})`,
  );
  const keyColumns = rows[0]?.keys === undefined ? sql`` : sql`, key1, key2, key3, key4, key5`;
  return sql`INSERT INTO records (resource_id, id, record, bytes, created_at, import_id${keyColumns})
    VALUES ${joinQueries(tuples, ', ')}`;
}

const columns = sql`id, record, bytes, version, created_at, updated_at`;
// Records of an import that is not yet published are invisible.
const isVisible = sql`(import_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM imports WHERE imports.id = import_id))`;

/** Whether these ids are all there are from the first of them on; published or not. */
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

export function findRecord(
  reader: Reader,
  resourceId: string,
  id: string,
): Promise<RecordRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM records
    WHERE resource_id = ${resourceId} AND id = ${id} AND ${isVisible}`);
}

export function replaceRecord(tx: Writer, resourceId: string, row: NewRecord): Promise<number> {
  return tx.run(sql`UPDATE records SET record = ${row.record}, bytes = ${row.bytes},
      version = ${row.version}, updated_at = ${row.updated_at}${settingKeys(row.keys)}
    WHERE resource_id = ${resourceId} AND id = ${row.id}`);
}

function settingKeys(keys: RecordKeys | undefined): Query {
  return keys === undefined ? sql`` : sql`, ${keyAssignments(keys)}`;
}

/** For `UPDATE records SET …`. */
export function keyAssignments([key1, key2, key3, key4, key5]: RecordKeys): Query {
  return sql`key1 = ${key1}, key2 = ${key2}, key3 = ${key3}, key4 = ${key4}, key5 = ${key5}`;
}

export function deleteRecord(tx: Writer, resourceId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM records WHERE resource_id = ${resourceId} AND id = ${id}`);
}

interface RecordsPage {
  readonly order: 'oldest' | 'newest';
  readonly afterId?: string | undefined;
  readonly limit?: number | undefined;
}

export function recordsQuery(resourceId: string, page: RecordsPage): Query {
  const newest = page.order === 'newest';
  const after =
    page.afterId === undefined
      ? sql``
      : newest
        ? sql` AND id < ${page.afterId}`
        : sql` AND id > ${page.afterId}`;
  const limit = page.limit === undefined ? sql`` : sql` LIMIT ${page.limit}`;
  return sql`SELECT ${columns} FROM records
    WHERE resource_id = ${resourceId}${after} AND ${isVisible}
    ORDER BY id ${newest ? sql`DESC` : sql`ASC`}${limit}`;
}

/** These records in no order; those that are gone are left out. */
export async function recordsByIds(
  reader: Reader,
  resourceId: string,
  ids: readonly string[],
): Promise<readonly RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce);
    // One statement for every number of ids: the last of them fills the places that are left.
    const filled = [...some, ...Array(rowsAtOnce - some.length).fill(some.at(-1))] as string[];
    const found = await reader.all<RecordRow>(sql`SELECT ${columns} FROM records
      WHERE resource_id = ${resourceId} AND id IN (${listOf(filled)})`);
    rows.push(...found);
  }
  return rows;
}
