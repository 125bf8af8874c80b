import { limits } from '@baraza/contract';
import { invalid } from '../../../kernel/problem.ts';

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

/** Undefined where the path does not exist. */
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
