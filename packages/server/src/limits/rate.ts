import { Problem } from '../kernel/problem.ts';
import { fullSince, spendRate } from '../store/rates.ts';
import type { Reader, Writer } from '../store/store.ts';

export interface Rate {
  /** Key of the rate limit bucket: a route and a caller. */
  readonly bucket: string;
  readonly max: number;
  readonly windowMs: number;
  /** Name of the policy in the rate limit headers. */
  readonly policy?: string;
}

/**
 * Counts one call against a rate limit in the caller's transaction and in one statement, so that it is
 * exact under concurrency and over any number of processes.
 */
export async function assertWithinRate(tx: Writer, rate: Rate, nowMs: number): Promise<void> {
  const startedAt =
    rate.max === 0 ? nowMs : await spendRate(tx, rate.bucket, rate.max, nowMs, rate.windowMs);
  if (startedAt !== undefined) throw overRate(rate, startedAt, nowMs);
}

/** Refuses a call that `assertWithinRate` would refuse, and counts nothing. */
export async function assertRateLeft(reader: Reader, rate: Rate, nowMs: number): Promise<void> {
  const startedAt =
    rate.max === 0 ? nowMs : await fullSince(reader, rate.bucket, rate.max, nowMs, rate.windowMs);
  if (startedAt !== undefined) throw overRate(rate, startedAt, nowMs);
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
