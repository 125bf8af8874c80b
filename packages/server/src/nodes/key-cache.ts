import { minuteMs, type PublicKey } from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../kernel/clock.ts';
import { fetchKeys } from './fetch-keys.ts';

// A text with an unknown key triggers a new fetch of the server's keys, at most this often.
const refetchMs = minuteMs;
// The same after a server did not answer.
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
