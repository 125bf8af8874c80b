import { isAmong, type VersionTags } from '../kernel/version-tags.ts';

/** Parses `If-Match` and `If-None-Match`: `*` or a list of tags; weak and unquoted tags count by value. */
export function readTags(header: string | undefined): VersionTags | undefined {
  return header?.split(',').map((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag.startsWith('"') ? tag : `"${tag}"`;
  });
}

export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = readTags(ifNoneMatch);
  return tags !== undefined && isAmong(tags, etag);
}
