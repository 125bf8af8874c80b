import { type PublicKey, publicKeySchema, revokedListSchema } from '@baraza/contract';
import { z } from 'zod';
import { callRemote } from '../kernel/remote/remote-call.ts';
import { readRemoteJson } from '../kernel/remote/remote-json.ts';

const answerMs = 10_000;
const limits = {
  firstByteMs: answerMs,
  silenceMs: answerMs,
  waitMs: answerMs,
  bytesMax: 256 * 1024,
};
const keysSchema = z.object({ keys: z.array(z.unknown()).max(100) });
// `use` is optional in a JWK; these keys are only used to verify signatures.
const shownKeySchema = publicKeySchema.extend({
  alg: publicKeySchema.shape.alg.default('ES256'),
  use: publicKeySchema.shape.use.default('sig'),
});

/** The supported public keys that a server publishes (JWKS); throws when it does not answer. */
export async function fetchKeys(
  origin: string,
  signal?: AbortSignal,
): Promise<readonly PublicKey[]> {
  const { keys } = keysSchema.parse(await fetchJson(origin, '/v1/operator', signal));
  return keys.flatMap((key) => shownKeySchema.safeParse(key).data ?? []);
}

/** The revocation list of an operator; throws when it does not answer. */
export async function fetchRevoked(
  origin: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return revokedListSchema.parse(await fetchJson(origin, '/v1/revoked', signal)).revoked;
}

/**
 * The address comes from the operator of this server, so private ones are allowed; redirects are not
 * followed, and the size of the answer is limited.
 */
async function fetchJson(
  origin: string,
  path: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  const url = `${origin}${path}`;
  const response = await callRemote({ url, method: 'GET', headers: {}, limits, signal });
  if (response.status === 200) return readRemoteJson(response.body);
  response.discard();
  throw new Error(`${origin} answered ${response.status}`);
}
