import { isId, limits, type RecordsQuery } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';
import { decodeCursor, encodeCursor } from '../../../store/cursor.ts';
import { type RecordFields, readFields } from './record-fields.ts';
import { type RecordPath, readPath } from './record-path.ts';
import { type RecordsFilter, readFilter } from './records-filter.ts';

/** Filter, order and page of the requested records. */
export interface RecordsWanted {
  readonly order: 'oldest' | 'newest';
  readonly sort: RecordsSort | undefined;
  readonly limit: number | undefined;
  /** The last record of the page before. */
  readonly after: RecordPlace | undefined;
  readonly filter: RecordsFilter | undefined;
  readonly fields: RecordFields | undefined;
}

/** By the value at a path, then by id, which always goes upwards. */
interface RecordsSort {
  readonly pathText: string;
  readonly path: RecordPath;
  readonly isDown: boolean;
}

/** A place in a list; the key is empty where it is ordered by id alone. */
export interface RecordPlace {
  readonly key: string;
  readonly id: string;
}

export function recordsWanted(query: RecordsQuery): RecordsWanted {
  const sort = query.sort === undefined ? undefined : readSort(query.sort);
  if (sort !== undefined && query.order !== undefined)
    throw new Problem(
      'invalid',
      'order cannot be given beside sort; - before the path reverses it.',
    );
  return {
    order: query.order ?? 'oldest',
    sort,
    limit: query.limit,
    after: readPlace(query.cursor, sort),
    filter: readFilter(query),
    fields: query.fields === undefined ? undefined : readFields(query.fields),
  };
}

/** The cursor of the page behind this place. */
export function cursorOf(place: RecordPlace, sort: RecordsSort | undefined): string {
  return encodeCursor(
    sort === undefined ? place.id : JSON.stringify([nameOf(sort), place.key, place.id]),
  );
}

function readSort(text: string): RecordsSort {
  const isDown = text.startsWith('-');
  const pathText = isDown ? text.slice(1) : text;
  return { pathText, path: readPath(pathText, 'sort'), isDown };
}

function nameOf({ isDown, pathText }: RecordsSort): string {
  return `${isDown ? '-' : ''}${pathText}`;
}

// A cursor of another order would skip records silently.
function readPlace(
  cursor: string | undefined,
  sort: RecordsSort | undefined,
): RecordPlace | undefined {
  if (sort === undefined) {
    const id = decodeCursor(cursor, (place) => isId('record', place));
    return id === undefined ? undefined : { key: '', id };
  }
  const text = decodeCursor(cursor, (place) => sortedPlace(place, sort) !== undefined);
  return text === undefined ? undefined : sortedPlace(text, sort);
}

function sortedPlace(text: string, sort: RecordsSort): RecordPlace | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [name, key, id] = parts as readonly unknown[];
  if (name !== nameOf(sort) || typeof key !== 'string' || typeof id !== 'string') return undefined;
  const isPossible = /^[0-7]/.test(key) && key.isWellFormed() && !key.includes('\0');
  return isPossible && isId('record', id) && parts.length === 3 ? { key, id } : undefined;
}

/** The records of one answer where the query gives no limit: a large collection comes in pages. */
export function pageLimit(
  { limit }: Pick<RecordsWanted, 'limit'>,
  recordCount: number,
): number | undefined {
  return limit ?? (recordCount > limits.pageSizeMax ? limits.pageSizeMax : undefined);
}
