/** References that are checked: which resources have them, and which records their records name. */
import { filledTo, insertInto, listOf } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';
import { isPublished } from './record-access.ts';
import { type RecordRow, recordIdOf } from './records.ts';

/** A record that names another one. */
interface ReferenceRow {
  readonly resource_id: string;
  /** By its position in the store. */
  readonly record_id: string;
  readonly field: string;
  readonly to_resource: string;
  /** By the id that callers see. */
  readonly to_record: string;
}

/** All resources of an owner with such references. */
export function referringResources(reader: Reader, ownerId: string) {
  return reader.all<{ readonly id: string; readonly refs: string }>(sql`SELECT id, refs
    FROM resources WHERE owner_id = ${ownerId} AND refs IS NOT NULL AND removed_at IS NULL`);
}

export function setReferences(tx: Writer, resourceId: string, refs: string | null) {
  return tx.run(sql`UPDATE resources SET refs = ${refs} WHERE id = ${resourceId}`);
}

const rowsAtOnce = 50;

/**
 * Which of these ids a resource has, as callers see them; none if it was deleted. The records of one unpublished
 * import may count.
 */
export async function idsOf(
  reader: Reader,
  resourceId: string,
  recordIds: readonly string[],
  importId = '',
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const isThere = sql`(import_id = ${importId} OR ${isPublished(sql`records`)})
    AND EXISTS (SELECT 1 FROM resources WHERE id = ${resourceId} AND removed_at IS NULL)`;
  for (const ids of listsOf(recordIds)) {
    const rows = await reader.all<Pick<RecordRow, 'id' | 'client_id'>>(sql`SELECT id, client_id
        FROM records WHERE resource_id = ${resourceId} AND id IN (${ids}) AND client_id IS NULL
          AND ${isThere}
      UNION ALL SELECT id, client_id FROM records
        WHERE resource_id = ${resourceId} AND client_id IN (${ids}) AND ${isThere}`);
    for (const row of rows) found.add(recordIdOf(row));
  }
  return found;
}

/** Rows that are there already stay. */
export async function insertReferences(tx: Writer, rows: readonly ReferenceRow[]): Promise<void> {
  const columns = sql`resource_id, record_id, field, to_resource, to_record`;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = insertInto('record_refs', columns, rows.slice(at, at + rowsAtOnce));
    await tx.run(sql`${some} ON CONFLICT DO NOTHING`);
  }
}

type Referring = Omit<ReferenceRow, 'record_id' | 'to_record'>;

/** What these records name in a field; all of it, or some ids. */
export async function deleteReferences(
  tx: Writer,
  { resource_id, field, to_resource }: Referring,
  recordIds: readonly string[],
  toRecords?: readonly string[],
): Promise<void> {
  const ofField = sql`resource_id = ${resource_id} AND field = ${field} AND to_resource = ${to_resource}`;
  const some = toRecords === undefined ? sql`` : sql` AND to_record IN (${listOf(toRecords)})`;
  for (const ids of listsOf(recordIds))
    await tx.run(sql`DELETE FROM record_refs WHERE ${ofField} AND record_id IN (${ids})${some}`);
}

/** Deletes some of the rows of a reference that is no longer configured; returns how many. */
export function deleteSomeReferences(
  tx: Writer,
  { resource_id, field, to_resource }: Referring,
  countMax: number,
): Promise<number> {
  const ofField = sql`resource_id = ${resource_id} AND field = ${field} AND to_resource = ${to_resource}`;
  return tx.run(sql`DELETE FROM record_refs WHERE ${ofField} AND (record_id, to_record) IN (
    SELECT record_id, to_record FROM record_refs WHERE ${ofField} LIMIT ${countMax})`);
}

/** The records that name one of these in a field, or any record of the resource; each once, up to a number. */
export async function recordsNaming(
  reader: Reader,
  { resource_id, field, to_resource }: Referring,
  toRecords: readonly string[] | undefined,
  countMax: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const ids of toRecords === undefined ? [undefined] : listsOf(toRecords)) {
    if (found.size >= countMax) break;
    const some = ids === undefined ? sql`` : sql` AND to_record IN (${ids})`;
    const rows = await reader.all<{ readonly id: string }>(sql`SELECT DISTINCT record_id AS id
      FROM record_refs WHERE to_resource = ${to_resource} AND resource_id = ${resource_id}
        AND field = ${field}${some} LIMIT ${countMax}`);
    for (const { id } of rows) found.add(id);
  }
  return found;
}

// One statement for one value, and one for up to 50.
function listsOf(values: readonly string[]): readonly Query[] {
  if (values.length === 1) return [listOf(values)];
  return Array.from({ length: Math.ceil(values.length / rowsAtOnce) }, (_, at) =>
    listOf(filledTo(rowsAtOnce, values.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce))),
  );
}
