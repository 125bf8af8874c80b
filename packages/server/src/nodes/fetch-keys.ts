import { minuteMs, type PublicKey, publicKeySchema } from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
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

// A text with an unknown key triggers a new fetch of the server's keys, at most this often.
const refetchMs = minuteMs;
// After a server did not answer, its keys are fetched again at most this often.
const retryMs = 1_000;
// How long cached keys stay valid after the server may have rotated them.
const trustedMs = 15 * minuteMs;
const serversCachedMax = 1_000;

interface CachedKeys {
  readonly keys: Promise<readonly PublicKey[]>;
  readonly fetchedMs: number;
  hasFailed: boolean;
}

/** Cache of the keys of other servers: fetched again for an unknown key, but rate limited. */
export function createKeyCache(clock: Clock) {
  const cache = new LRUCache<string, CachedKeys>({ max: serversCachedMax });
  return async (origin: string, kid: string): Promise<readonly PublicKey[]> => {
    const nowMs = clock();
    const known = cache.get(origin);
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : nowMs - known.fetchedMs;
    if (known !== undefined && ageMs < trustedMs)
      if (ageMs < (known.hasFailed ? retryMs : refetchMs) || (await hasKey(known, kid)))
        return known.keys;
    // Shared by concurrent callers, so it has its own time limit instead of the signal of one of them.
    const fetched: CachedKeys = { keys: fetchKeys(origin), fetchedMs: nowMs, hasFailed: false };
    fetched.keys.catch(() => {
      fetched.hasFailed = true;
    });
    cache.set(origin, fetched);
    return fetched.keys;
  };
}

async function hasKey({ keys }: CachedKeys, kid: string): Promise<boolean> {
  return (await keys.catch(() => [])).some((key) => key.kid === kid);
}
