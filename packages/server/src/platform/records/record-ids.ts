/** Ids that clients choose for records: one occurs once in its collection, also among ids that the server made. */
import { conflict, Problem } from '../../kernel/problem.ts';
import { idHolders } from '../../store/platform/record-ids.ts';
import { type NewRecord, recordIdOf } from '../../store/platform/records.ts';
import type { Reader } from '../../store/store.ts';

/** Refuses at most 50 rows with an id that another record has, inside the transaction that stores them. */
export async function assertFreeIds(
  reader: Reader,
  resourceId: string,
  rows: readonly (NewRecord & { readonly line?: number })[],
  importId?: string,
): Promise<void> {
  const rowOf = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    if (row.client_id === null) continue;
    if (rowOf.has(row.client_id)) throw taken(row);
    rowOf.set(row.client_id, row);
  }
  if (rowOf.size === 0) return;
  for (const holder of await idHolders(reader, resourceId, [...rowOf.keys()])) {
    const row = rowOf.get(recordIdOf(holder));
    if (row === undefined) continue;
    // The other import may still fail, and then the id is free.
    if (holder.staged !== null && holder.staged !== importId)
      throw new Problem(
        'busy',
        `A running import has a record ${row.client_id}; try again shortly.`,
      );
    throw taken(row);
  }
}

function taken({ client_id: id, line }: NewRecord & { readonly line?: number }): Problem {
  const where = line === undefined ? '' : `Line ${line}: `;
  return conflict(`${where}there is a record ${id} already.`, {
    fields: { field: 'recordId', ...(line === undefined ? {} : { line }) },
  });
}
