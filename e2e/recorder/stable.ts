/** Replies without what differs from run to run: ids, times, keys, cursors and addresses get stable names. */
import { createHash } from 'node:crypto';

/** The year of the server's clock while it is recorded: nothing else that is recorded lies in it. */
export const recordedDay = '2031-05-14';

const made =
  /\b(?:res|rec|act|evt|req|gen|q|lead|m|c|grant|node|move|key|owner)_[0-9a-zA-Z]{22,30}\b/g;
const secret = /\b(?:rpk|osk|pk|usr|whsec)_[\w+/=.…-]{8,}/g;
const time = /\b20(?:31|32)-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?/g;
const address = /https?:\/\/127\.0\.0\.1:\d+/g;
const dropped = new Set(['requestId', 'request_id']);
const opaque = new Set(['conversation_secret', 'nextCursor', 'next', 'etag', 'durationMs', 'ms']);

/** Names of ids: those that are known, and numbers in the order in which the others appear. */
export interface Names {
  (id: string): string;
  readonly know: (id: string, name: string) => void;
}

export function createNames(known: ReadonlyMap<string, string> = new Map()): Names {
  const names = new Map(known);
  let count = 0;
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `${id.slice(0, id.indexOf('_'))}#${++count}`;
    names.set(id, name);
    return name;
  };
  return Object.assign(nameOf, { know: (id: string, name: string) => void names.set(id, name) });
}

export function stable(value: unknown, nameOf: (id: string) => string): unknown {
  if (typeof value === 'string')
    return value
      .replace(secret, 'SECRET')
      .replace(made, nameOf)
      .replace(time, 'TIME')
      .replace(address, 'http://HERE');
  if (Array.isArray(value)) return value.map((item) => stable(item, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !dropped.has(name))
      // The order of fields is no promise.
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [
        stable(name, nameOf),
        opaque.has(name) && item !== null ? 'OPAQUE' : stable(item, nameOf),
      ]),
  );
}

export function hashOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 8);
}
