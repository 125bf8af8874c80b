/** Background work on many records: keys of new indexes, and records of deleted resources. */
import { readValue } from '../rows.ts';
import { forUpdate, type Reader, sql, type Writer } from '../store.ts';
import { keyAssignments, type RecordKeys, type RecordRow } from './records.ts';

/** `rows`: keys of indexes and deletions. `words`: what is searched. */
export type UpkeepKind = 'rows' | 'words';

const tables = { rows: sql`record_upkeep`, words: sql`search_upkeep` };

/** Requests the work from the first record on, even if it is under way. */
export async function insertUpkeep(tx: Writer, kind: UpkeepKind, resourceId: string) {
  await tx.run(sql`INSERT INTO ${tables[kind]} (resource_id, owner_id)
    SELECT id, owner_id FROM resources WHERE id = ${resourceId}
    ON CONFLICT (resource_id) DO UPDATE SET after_id = ''`);
}

/** The next owner in order whose resources need work. */
export function upkeepOwnerAfter(reader: Reader, kind: UpkeepKind, ownerId: string) {
  const query = sql`SELECT owner_id FROM ${tables[kind]} WHERE owner_id > ${ownerId} ORDER BY owner_id LIMIT 1`;
  return readValue<string>(reader, query);
}

/** The next resource of the owner in order that needs work. */
export function upkeepAfter(reader: Reader, kind: UpkeepKind, ownerId: string, resourceId: string) {
  const query = sql`SELECT resource_id FROM ${tables[kind]}
      WHERE owner_id = ${ownerId} AND resource_id > ${resourceId} ORDER BY resource_id LIMIT 1`;
  return readValue<string>(reader, query);
}

/** The last record that is done, empty before the first; undefined if no work is needed. */
export function upkeepProgress(tx: Writer, kind: UpkeepKind, resourceId: string) {
  return readValue<string>(
    tx,
    sql`SELECT after_id FROM ${tables[kind]} WHERE resource_id = ${resourceId}`,
  );
}

export function setUpkeepProgress(
  tx: Writer,
  kind: UpkeepKind,
  resourceId: string,
  afterId: string,
) {
  return tx.run(sql`UPDATE ${tables[kind]} SET after_id = ${afterId}
    WHERE resource_id = ${resourceId}`);
}

export function deleteUpkeep(tx: Writer, kind: UpkeepKind, resourceId: string): Promise<number> {
  return tx.run(sql`DELETE FROM ${tables[kind]} WHERE resource_id = ${resourceId}`);
}

interface UpkeepRow {
  readonly owner_id: string;
  readonly indexes: string | null;
  readonly search: string | null;
  readonly refs: string | null;
  readonly removed_at: number | null;
}

/** The resource with a lock: its records do not change meanwhile. */
export function lockForUpkeep(tx: Writer, resourceId: string): Promise<UpkeepRow | undefined> {
  return tx.get(sql`SELECT owner_id, indexes, search, refs, removed_at FROM resources
      WHERE id = ${resourceId}${forUpdate}`);
}

export function setIndexes(tx: Writer, resourceId: string, indexes: string | null) {
  return tx.run(sql`UPDATE resources SET indexes = ${indexes} WHERE id = ${resourceId}`);
}

export function setSearch(tx: Writer, resourceId: string, search: string | null) {
  return tx.run(sql`UPDATE resources SET search = ${search} WHERE id = ${resourceId}`);
}

interface KeysRow
  extends Pick<RecordRow, 'id' | 'client_id' | 'record' | 'created_at' | 'updated_at'> {
  readonly key1: string | null;
  readonly key2: string | null;
  readonly key3: string | null;
  readonly key4: string | null;
  readonly key5: string | null;
}

/** Records with their keys, by id; those of an unpublished import are among them. */
export function rowsWithKeys(reader: Reader, resourceId: string, afterId: string, limit: number) {
  return reader.all<KeysRow>(sql`SELECT id, client_id, record, created_at, updated_at,
      key1, key2, key3, key4, key5 FROM records
    WHERE resource_id = ${resourceId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`);
}

export function setKeys(tx: Writer, resourceId: string, id: string, keys: RecordKeys) {
  return tx.run(sql`UPDATE records SET ${keyAssignments(keys)}
    WHERE resource_id = ${resourceId} AND id = ${id}`);
}

// SQLite deletes the words of 128 KB of records in about 50 ms.
const deletedBytesMax = 128 * 1024;

/** Deletes a limited number of records, fewer if they are large, and returns how many there were. */
export function deleteSomeRecords(tx: Writer, resourceId: string, countMax: number) {
  return tx.run(sql`DELETE FROM records WHERE resource_id = ${resourceId} AND id IN (
    SELECT id FROM (SELECT id, bytes, sum(bytes) OVER (ORDER BY id) AS total FROM (
      SELECT id, bytes FROM records WHERE resource_id = ${resourceId} ORDER BY id LIMIT ${countMax}
    ) AS first) AS summed WHERE total - bytes < ${deletedBytesMax})`);
}

export function deleteHidden(tx: Writer, resourceId: string): Promise<number> {
  return tx.run(sql`DELETE FROM resources WHERE id = ${resourceId} AND removed_at IS NOT NULL`);
}
