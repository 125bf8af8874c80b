import { type LinkRequest, linkRequestSchema, objectLinkSchema } from '@baraza/contract';
import type { Platform } from '../platform.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { downloadObject } from './download.response.ts';
import { followLink, makeLink } from './links.ts';

export function linkRoutes(platform: Platform, publicUrl: () => string): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/platform/storage/:id/links',
      summary: 'Make a signed link that reads one object without a key',
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
      summary: 'Download the object of a signed link',
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
            // It ends with the key that made it, also in the middle.
            const cut = () => void call.raw.socket.destroy();
            const stopWatching = platform.changes.whenKeyEnds(keyId, cut);
            await answer.stream(sink).finally(stopWatching);
          },
        };
      },
    },
  ];
}
