import { joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';

export interface RecordRow {
  readonly id: string;
  readonly record: string;
  readonly bytes: number;
  readonly created_at: number;
  readonly updated_at: number | null;
}

export function insertRecord(
  tx: Writer,
  resourceId: string,
  row: RecordRow,
  importId: string | null = null,
): Promise<number> {
  return tx.run(sql`INSERT INTO records (resource_id, id, record, bytes, created_at, import_id)
    VALUES (${resourceId}, ${row.id}, ${row.record}, ${row.bytes}, ${row.created_at}, ${importId})`);
}

// Fixed batch sizes: round trips are expensive, and a new statement for each row count even more.
const rowsAtOnce = 50;

/** Many rows in few statements; those of an import that is stored in steps carry its id. */
export async function insertRecords(
  tx: Writer,
  resourceId: string,
  rows: readonly RecordRow[],
  importId: string | null = null,
): Promise<void> {
  const grouped = rows.length - (rows.length % rowsAtOnce);
  for (let at = 0; at < grouped; at += rowsAtOnce) {
    const values = rows
      .slice(at, at + rowsAtOnce)
      .map(
        ({ id, record, bytes, created_at }) =>
          sql`(${resourceId}, ${id}, ${record}, ${bytes}, ${created_at}, ${importId})`,
      );
    await tx.run(sql`INSERT INTO records (resource_id, id, record, bytes, created_at, import_id)
      VALUES ${joinQueries(values, ', ')}`);
  }
  for (const row of rows.slice(grouped)) await insertRecord(tx, resourceId, row, importId);
}

/** Whether these ids are all there are from the first of them on; published or not. */
export async function areNewest(
  reader: Reader,
  resourceId: string,
  firstId: string,
  count: number,
): Promise<boolean> {
  const row = await reader.get<{ found: number }>(sql`SELECT count(*) AS found FROM records
    WHERE resource_id = ${resourceId} AND id >= ${firstId}`);
  return row?.found === count;
}

export function findRecord(
  reader: Reader,
  resourceId: string,
  id: string,
): Promise<RecordRow | undefined> {
  return reader.get(sql`SELECT id, record, bytes, created_at, updated_at FROM records
    WHERE resource_id = ${resourceId} AND id = ${id}
      AND (import_id IS NULL OR NOT EXISTS (SELECT 1 FROM imports WHERE imports.id = import_id))`);
}

export function replaceRecord(tx: Writer, resourceId: string, row: RecordRow): Promise<number> {
  return tx.run(sql`UPDATE records
    SET record = ${row.record}, bytes = ${row.bytes}, updated_at = ${row.updated_at}
    WHERE resource_id = ${resourceId} AND id = ${row.id}`);
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
  return sql`SELECT id, record, bytes, created_at, updated_at FROM records
    WHERE resource_id = ${resourceId}${after}
      AND (import_id IS NULL OR NOT EXISTS (SELECT 1 FROM imports WHERE imports.id = import_id))
    ORDER BY id ${newest ? sql`DESC` : sql`ASC`}${limit}`;
}
