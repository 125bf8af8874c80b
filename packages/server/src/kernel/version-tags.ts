/** Version tags of conditional requests (`If-Match` and `If-None-Match`). */
import { Problem } from './problem.ts';

/** The versions that a caller accepts; `*` for any existing one. */
export type VersionTags = readonly string[];

/** Without tags every version is accepted. */
export function assertVersion(wanted: VersionTags | undefined, tag: string): void {
  if (wanted === undefined || isAmong(wanted, tag)) return;
  throw new Problem('version', `If-Match does not hold: the current version is ${tag}.`);
}

export function isAmong(tags: VersionTags, tag: string): boolean {
  return tags.includes('*') || tags.includes(tag);
}
