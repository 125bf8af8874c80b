/** A field of a record or, where it has none of that name, of its entry: for filters, sorts, summaries and indexes. */
import { isoTime } from '../../../kernel/clock.ts';
import { type RecordRow, recordIdOf } from '../../../store/platform/records.ts';
import { type RecordPath, valueAt } from './record-path.ts';

export type Entry = Pick<RecordRow, 'id' | 'client_id' | 'created_at' | 'updated_at'>;

export function entryValue(entry: Entry, record: unknown, path: RecordPath): unknown {
  const own = valueAt(record, path);
  if (own !== undefined || !isOfEntry(path)) return own;
  const { created_at, updated_at } = entry;
  switch (path[0]) {
    case 'createdAt':
      return isoTime(created_at);
    case 'updatedAt':
      return updated_at === null ? undefined : isoTime(updated_at);
    default:
      return recordIdOf(entry);
  }
}

/** Whether entries have a field of this name beside their record. */
export function isOfEntry(path: RecordPath): boolean {
  return path.length === 1 && entryFields.some((name) => name === path[0]);
}

const entryFields = ['recordId', 'createdAt', 'updatedAt'];
