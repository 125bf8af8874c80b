import { Problem } from '../kernel/problem.ts';

/** `If-Match`: `*`, one tag or several; a weak or bare one counts as its value. */
export function assertMatches(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || matches(ifMatch, etag)) return;
  throw new Problem('version', `If-Match does not hold: the current version is ${etag}.`);
}

export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag);
}

export function matches(header: string, etag: string): boolean {
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag || `"${tag}"` === etag;
  });
}
