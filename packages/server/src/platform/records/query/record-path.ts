import { limits } from '@baraza/contract';
import { isoTime } from '../../../kernel/clock.ts';
import { invalid, type Problem } from '../../../kernel/problem.ts';
import { type RecordRow, recordIdOf } from '../../../store/platform/records.ts';

/** The way to a value in a record: names of fields, and indexes of lists. */
export type RecordPath = readonly string[];

/** Dots split a path; `what` is the subject of a refusal's sentence. */
export function readPath(text: string, what: string): RecordPath {
  const path = text.split('.');
  if (path.includes('') || text.length > limits.recordPathCharactersMax)
    throw invalid(
      `${what} needs a path of at most ${limits.recordPathCharactersMax} characters, like customer.name.`,
    );
  return path;
}

/** A path in a list of the config, as it is stored; `unusable` makes the refusal of anything else. */
export function readConfigPath(path: unknown, what: string, unusable: () => Problem): string {
  if (typeof path !== 'string' || !path.isWellFormed()) throw unusable();
  return readPath(path, what).join('.');
}

/** Undefined if the path does not exist. */
export function valueAt(value: unknown, path: RecordPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    // `length` of a list is not part of the record.
    if (Array.isArray(found) && !isIndex(step)) return undefined;
    found = (found as { readonly [name: string]: unknown })[step];
  }
  return found;
}

export function isIndex(step: string): boolean {
  return /^\d+$/.test(step);
}

/** Writes a record's text with the wanted fields only. */
export type PickFields = (recordText: string) => string;

/** `a,b.c`: these paths alone. A step into a list goes into each of its items. */
export function readFields(text: string): PickFields {
  const paths = text.split(',').map((part) => readPath(part.trim(), 'fields'));
  if (paths.length > limits.recordFieldsMax)
    throw invalid(`fields takes at most ${limits.recordFieldsMax} paths.`);
  return (recordText) => JSON.stringify(pick(JSON.parse(recordText), paths));
}

/** The parts of a value at the paths; there may be none. */
function pick(value: unknown, paths: readonly RecordPath[]): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  if (Array.isArray(value))
    return value.map((item) => pick(item, paths)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const picked = below.length === 0 ? undefined : pick(inner, below);
    return picked === undefined ? [] : [[name, picked] as const];
  });
  // `fromEntries` defines properties, so a field called `__proto__` is kept as a field.
  return Object.fromEntries(entries);
}

export type Entry = Pick<RecordRow, 'id' | 'client_id' | 'created_at' | 'updated_at'>;

/** A field of a record or, if it has none of that name, of its entry: for filters, sorts, summaries and indexes. */
export function entryValue(entry: Entry, record: unknown, path: RecordPath): unknown {
  const own = valueAt(record, path);
  if (own !== undefined || !isEntryField(path)) return own;
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
export function isEntryField(path: RecordPath): boolean {
  return path.length === 1 && entryFields.some((name) => name === path[0]);
}

const entryFields = ['recordId', 'createdAt', 'updatedAt'];
