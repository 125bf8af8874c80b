import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { decodedPairs } from '../http/query.ts';
import { base62 } from './secret.ts';

/** A site's key is public: it is part of the embed line and identifies which line a call came from. */
export function mintSiteKey(): string {
  return `pk_${base62(randomBytes(18), 22)}`;
}

/** Every key that a call carries: `?key=`, `X-Site-Key` and `Bearer pk_…` mean the same. */
export function sentSiteKeys(request: {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}): readonly string[] {
  const { headers, url = '' } = request;
  const given = [
    ...queryKeys(url),
    // A header that is sent twice arrives joined.
    ...String(headers['x-site-key'] ?? '').split(','),
    // A bearer token of another kind is ignored here.
    /^bearer +(pk_.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd(),
  ];
  return given.flatMap((key) => key?.trim() ?? []).filter((key) => key !== '');
}

function queryKeys(url: string): readonly string[] {
  const at = url.indexOf('?');
  return at === -1 ? [] : decodedPairs(url.slice(at + 1), 'The query').getAll('key');
}
