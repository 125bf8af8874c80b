/** Signed links: their holder may read one object until they expire. */
import {
  isId,
  type LinkRequest,
  linkRequestSchema,
  objectKeyFault,
  objectLinkSchema,
} from '@baraza/contract';
import { isEnded } from '../../access/keys.ts';
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absent, invalid, Problem } from '../../kernel/problem.ts';
import { findKey } from '../../store/keys.ts';
import { findObject } from '../../store/platform/objects.ts';
import { findResource } from '../../store/platform/resources.ts';
import type { Platform } from '../platform.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { downloadObject } from './download.response.ts';
import { requireBucket } from './objects.ts';

export function linkRoutes(platform: Platform, publicUrl: () => string): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/platform/storage/:id/links',
      name: 'createLink',
      summary: 'Create a signed link that reads one object without a key',
      // A link delegates the caller's read access.
      policy: keyPolicy('storage', 'read', 'json'),
      body: linkRequestSchema,
      answers: { 200: objectLinkSchema },
      handle: async ({ caller, params, body }) => {
        const wanted = body as LinkRequest;
        const { token, expiresAt } = await makeLink(platform, caller, params.id ?? '', wanted);
        return {
          status: 200,
          body: JSON.stringify({ url: `${publicUrl()}/links/${token}`, expiresAt }),
        };
      },
    },
    {
      method: 'GET',
      path: '/links/:token',
      name: 'followLink',
      summary: 'Download the object of a signed link',
      headers: ['If-None-Match', 'If-Modified-Since', 'If-Range', 'Range'],
      sends: ['ETag'],
      policy: { ...keyPolicy('any', 'read'), credential: 'none' },
      answers: { 200: 'bytes', 206: 'bytes', 304: 'empty' },
      handle: async (call) => {
        const followed = await followLink(platform, call.params.token ?? '');
        const { ownerId, bucketId, object, keyId } = followed;
        const bucket = { ...call, params: { id: bucketId } };
        const answer = downloadObject(platform, bucket, ownerId, object);
        if (!('stream' in answer)) return answer;
        return {
          stream: async (sink) => {
            // A download is cut off when the key that made its link ends.
            const cut = () => void call.raw.socket.destroy();
            const stopWatching = platform.changes.whenKeyEnds(keyId, cut);
            await answer.stream(sink).finally(stopWatching);
          },
        };
      },
    },
  ];
}

/** The signed claims of a link; nothing is stored. */
type LinkClaims = readonly [bucketId: string, key: string, keyId: string, expiresAtMs: number];

/** Makes a signed link: its holder may read one object until it expires, on behalf of the caller's key. */
async function makeLink(
  platform: Platform,
  caller: Caller,
  id: string,
  { key, expiresIn }: LinkRequest,
) {
  const fault = objectKeyFault(key);
  if (fault !== undefined) throw invalid(fault);
  const bucket = await requireBucket(platform.store, caller, id);
  if ((await findObject(platform.store, bucket.id, key)) === undefined) throw absent('object');
  const expiresAtMs = platform.clock() + expiresIn * 1000;
  const linkClaims: LinkClaims = [bucket.id, key, caller.keyId, expiresAtMs];
  const payload = Buffer.from(JSON.stringify(linkClaims)).toString('base64url');
  return {
    token: `${payload}.${platform.mac.of('object link', payload)}`,
    expiresAt: isoTime(expiresAtMs),
  };
}

/**
 * The object of a link. A link is valid until it expires, its key is revoked or the object is deleted; an
 * object stored later under the same key is served too.
 */
async function followLink(platform: Platform, token: string) {
  const linkClaims = readToken(platform, token);
  if (linkClaims === undefined) throw invalidLink();
  const [bucketId, key, keyId, expiresAtMs] = linkClaims;
  const nowMs = platform.clock();
  const maker = isId('key', keyId) ? await findKey(platform.store, keyId) : undefined;
  if (expiresAtMs <= nowMs || maker === undefined || isEnded(maker, nowMs)) throw invalidLink();
  const bucket = await findResource(platform.store, maker.owner_id, bucketId);
  const object =
    bucket === undefined ? undefined : await findObject(platform.store, bucket.id, key);
  if (object === undefined) throw absent('object');
  return { ownerId: maker.owner_id, bucketId, object, keyId };
}

function readToken(platform: Platform, token: string): LinkClaims | undefined {
  const [payload = '', code = '', ...rest] = token.split('.');
  if (rest.length > 0 || !platform.mac.isOf('object link', payload, code)) return undefined;
  // Authenticated by the MAC, so its shape needs no check.
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as LinkClaims;
}

function invalidLink(): Problem {
  return new Problem('unauthorized', 'This link is not valid or has expired.');
}
