import { createHash } from 'node:crypto';

/** Of an embeddings server: vectors of different servers or models are never compared. */
export function fingerprintOfServer(server: {
  readonly url: string;
  readonly model: string;
}): string {
  return createHash('sha256').update(`${server.url} ${server.model}`).digest('base64url');
}
