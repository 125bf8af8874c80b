import { limits } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';

/** Steps into a record: names of fields, and numbers that count into lists. */
export type RecordPath = readonly string[];

/** Dots split a path; `what` is the subject of a refusal's sentence. */
export function readPath(text: string, what: string): RecordPath {
  const path = text.split('.');
  if (path.includes('') || text.length > limits.recordPathCharactersMax)
    throw new Problem(
      'invalid',
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
