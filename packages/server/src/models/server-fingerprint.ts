import { createHash } from 'node:crypto';

/** Identifies an embeddings server and its model: vectors of different ones are never compared. */
export function fingerprintOfServer(server: {
  readonly url: string;
  readonly model: string;
}): string {
  return createHash('sha256').update(`${server.url} ${server.model}`).digest('base64url');
}
