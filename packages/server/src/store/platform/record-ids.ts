import { listOf } from '../rows.ts';
import { type Reader, sql } from '../store.ts';
import { filledTo } from './records.ts';

interface IdHolder {
  readonly id: string;
  readonly client_id: string | null;
  /** The import that the record belongs to, while it is not published. */
  readonly staged: string | null;
}

/** The records with one of at most 50 ids that callers see; those of unpublished imports are among them. */
export function idHolders(
  reader: Reader,
  resourceId: string,
  recordIds: readonly string[],
): Promise<IdHolder[]> {
  const filled = listOf(filledTo(50, recordIds));
  return reader.all(sql`SELECT id, client_id,
      (SELECT imports.id FROM imports WHERE imports.id = records.import_id) AS staged
    FROM records WHERE resource_id = ${resourceId}
      AND ((id IN (${filled}) AND client_id IS NULL) OR client_id IN (${filled}))`);
}
