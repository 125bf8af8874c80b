/**
 * Large imports are stored in several transactions. Their records carry the id of the import and are invisible
 * as long as it has a row here; removing the row publishes them all at once.
 */
import { hasRows, insertInto } from '../rows.ts';
import { forUpdate, type Reader, sql, type Writer } from '../store.ts';

export interface ImportRow {
  readonly id: string;
  readonly resource_id: string;
  readonly created_at: number;
}

export function insertImport(tx: Writer, row: ImportRow): Promise<number> {
  return tx.run(insertInto('imports', sql`id, resource_id, created_at`, [row]));
}

/** Locks the import while records are added to it; false when it was abandoned or its resource deleted. */
export function lockImport(tx: Writer, id: string): Promise<boolean> {
  const query = sql`SELECT id FROM imports WHERE id = ${id} AND abandoned_at IS NULL${forUpdate}`;
  return hasRows(tx, query);
}

/** Makes its records visible with the commit; false when it was abandoned or its resource deleted. */
export async function publishImport(tx: Writer, id: string): Promise<boolean> {
  const removed = await tx.run(sql`DELETE FROM imports WHERE id = ${id} AND abandoned_at IS NULL`);
  return removed === 1;
}

/** From now on it can neither be added to nor published. */
export function abandonImport(tx: Writer, id: string, atMs: number): Promise<number> {
  return tx.run(sql`UPDATE imports SET abandoned_at = ${atMs} WHERE id = ${id}`);
}

/** Deletes up to `countMax` records of an abandoned import, and the import with the last ones; then returns false. */
export async function deleteAbandoned(
  tx: Writer,
  { id, resource_id }: ImportRow,
  countMax: number,
): Promise<boolean> {
  const deleted =
    await tx.run(sql`DELETE FROM records WHERE resource_id = ${resource_id} AND id IN (
    SELECT records.id FROM records JOIN imports ON imports.id = records.import_id
    WHERE records.resource_id = ${resource_id} AND imports.id = ${id}
      AND imports.abandoned_at IS NOT NULL LIMIT ${countMax})`);
  if (deleted === countMax) return true;
  await tx.run(sql`DELETE FROM imports WHERE id = ${id} AND abandoned_at IS NOT NULL`);
  return false;
}

/** In the order of their ids. */
export function importsBefore(
  reader: Reader,
  beforeMs: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ImportRow[]> {
  return reader.all(sql`SELECT id, resource_id, created_at FROM imports
    WHERE id > ${after} AND created_at < ${beforeMs} ORDER BY id LIMIT ${limit}`);
}
