import { filledTo, listOf } from '../rows.ts';
import { type Reader, sql } from '../store.ts';

const idsAtOnce = 50;

interface IdHolder {
  readonly id: string;
  readonly client_id: string | null;
  /** The import that the record belongs to, while it is not published. */
  readonly staged: string | null;
}

/** The records with one of at most 50 ids that callers see; those of unpublished imports are among them. */
export function idHolders(reader: Reader, resourceId: string, recordIds: readonly string[]) {
  const filled = listOf(recordIds.length === 1 ? recordIds : filledTo(idsAtOnce, recordIds));
  const columns = sql`id, client_id,
    (SELECT imports.id FROM imports WHERE imports.id = records.import_id) AS staged`;
  return reader.all<IdHolder>(sql`SELECT ${columns} FROM records
      WHERE resource_id = ${resourceId} AND id IN (${filled}) AND client_id IS NULL
    UNION ALL SELECT ${columns} FROM records
      WHERE resource_id = ${resourceId} AND client_id IN (${filled})`);
}
