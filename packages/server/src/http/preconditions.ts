import { isAmong, type VersionTags } from '../kernel/version-tags.ts';

/** `If-Match` and its kin: `*`, one tag or several; a weak or bare one counts as its value. */
export function readTags(header: string): VersionTags;
export function readTags(header: string | undefined): VersionTags | undefined;
export function readTags(header: string | undefined): VersionTags | undefined {
  return header?.split(',').map((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag.startsWith('"') ? tag : `"${tag}"`;
  });
}

export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && isAmong(readTags(ifNoneMatch), etag);
}
