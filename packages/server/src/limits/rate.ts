import { LRUCache } from 'lru-cache';
import { entriesMax } from '../kernel/byte-cache.ts';
import { Problem } from '../kernel/problem.ts';
import { spendRate } from '../store/rates.ts';
import type { Store, Writer } from '../store/store.ts';

export interface Rate {
  /** Key of the rate limit bucket: a route and a caller. */
  readonly bucket: string;
  readonly max: number;
  readonly windowMs: number;
  /** How many calls are counted together, all or none; 1 by default. */
  readonly calls?: number;
  /** Name of the policy in the rate limit headers. */
  readonly policy?: string;
}

/**
 * Counts calls against a rate limit in the caller's transaction and in one statement, so that it is
 * exact under concurrency and over any number of processes.
 */
export async function assertWithinRate(tx: Writer, rate: Rate, nowMs: number): Promise<void> {
  const startedAt = await fullSince(tx, rate, nowMs);
  if (startedAt !== undefined) throw overRate(rate, startedAt, nowMs);
}

/** Counts one call against each rate limit in order; false at the first that is reached, and nothing is counted. */
export function isWithinRates(
  store: Pick<Store, 'write'>,
  rates: readonly Rate[],
  nowMs: number,
): Promise<boolean> {
  return store
    .write(async (tx) => {
      for (const rate of rates) await assertWithinRate(tx, rate, nowMs);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'rate') return false;
      throw error;
    });
}

/** Remembers the buckets that this process found full: they stay full until the end of their window. */
export function createFullRates() {
  const full = new LRUCache<string, number>(entriesMax(10_000));
  return {
    /** Counts like `assertWithinRate`, and remembers a refusal. */
    spend: async (tx: Writer, rate: Rate, nowMs: number): Promise<void> => {
      const startedAt = await fullSince(tx, rate, nowMs);
      if (startedAt === undefined) return;
      full.set(rate.bucket, startedAt);
      throw overRate(rate, startedAt, nowMs);
    },
    /** Refuses what is known to be over its limit, without the store. */
    assertLeft: (rate: Rate, nowMs: number): void => {
      const startedAt = rate.max === 0 ? nowMs : full.get(rate.bucket);
      if (startedAt !== undefined && startedAt + rate.windowMs > nowMs)
        throw overRate(rate, startedAt, nowMs);
    },
  };
}

async function fullSince(tx: Writer, rate: Rate, nowMs: number): Promise<number | undefined> {
  const { bucket, max, windowMs, calls = 1 } = rate;
  return max < calls ? nowMs : spendRate(tx, bucket, max, nowMs, windowMs, calls);
}

function overRate(rate: Rate, startedAt: number, nowMs: number): Problem {
  const retryAfterSeconds = clamped(startedAt + rate.windowMs - nowMs, rate.windowMs);
  const { policy } = rate;
  return new Problem('rate', 'Too many requests; try again shortly.', {
    retryAfterSeconds,
    ...(policy === undefined
      ? {}
      : { headers: limitHeaders(policy, rate.max, rate.windowMs, retryAfterSeconds) }),
  });
}

/** As the IETF's draft for rate limits writes them. */
export function limitHeaders(
  policy: string,
  max: number,
  windowMs: number,
  resetSeconds: number,
): { readonly [name: string]: string } {
  return {
    ratelimit: `"${policy}";r=0;t=${resetSeconds}`,
    'ratelimit-policy': `"${policy}";q=${max};w=${Math.round(windowMs / 1000)}`,
  };
}

// Clamped, since another process's clock may be ahead.
function clamped(waitMs: number, windowMs: number): number {
  return Math.ceil(Math.min(Math.max(waitMs, 1), windowMs) / 1000);
}
