/** Versions by which a caller says on what a change depends. */
import { Problem } from './problem.ts';

/** The versions that a caller will take; `*` for any that is there. */
export type VersionTags = readonly string[];

/** Without tags it depends on nothing. */
export function assertVersion(wanted: VersionTags | undefined, tag: string): void {
  if (wanted === undefined || isAmong(wanted, tag)) return;
  throw new Problem('version', `If-Match does not hold: the current version is ${tag}.`);
}

export function isAmong(tags: VersionTags, tag: string): boolean {
  return tags.includes('*') || tags.includes(tag);
}
