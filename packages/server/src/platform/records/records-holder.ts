import { limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { requireResource } from '../resources/resources.ts';

/** Few enough to be read without a snapshot that is held for a slow client. */
export function holdsFew(row: ResourceRow): boolean {
  return row.record_bytes <= 512 * 1024 && row.record_count <= limits.pageSizeMax;
}

export function holdsRecords(row: ResourceRow): boolean {
  return row.service === 'data' || row.service === 'connect';
}

/** The resource; refuses one that cannot hold records. */
export async function requireHolder(
  reader: Reader,
  caller: Caller,
  id: string,
): Promise<ResourceRow> {
  const row = await requireResource(reader, caller, id, 'read');
  if (holdsRecords(row)) return row;
  throw new Problem(
    'invalid',
    `Only resources of service data and connect hold records; this one is of ${row.service}.`,
  );
}
