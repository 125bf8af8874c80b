import { Problem } from '../kernel/problem.ts';
import { spendRate } from '../store/rates.ts';
import type { Writer } from '../store/store.ts';

export interface Rate {
  /** What is counted together: a route and a caller. */
  readonly bucket: string;
  readonly max: number;
  readonly windowMs: number;
  /** What the headers of a refusal call it. */
  readonly policy?: string;
}

/**
 * Counts one against a rate, in the caller's own transaction and in one statement, so that it is
 * exact however many come at once and over any number of processes.
 */
export async function assertWithinRate(tx: Writer, rate: Rate, nowMs: number): Promise<void> {
  const startedAt =
    rate.max === 0 ? nowMs : await spendRate(tx, rate.bucket, rate.max, nowMs, rate.windowMs);
  if (startedAt === undefined) return;
  const retryAfterSeconds = clamped(startedAt + rate.windowMs - nowMs, rate.windowMs);
  const { policy } = rate;
  throw new Problem('rate', 'Too many requests; try again shortly.', {
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

// Another process may have the clock of tomorrow.
function clamped(waitMs: number, windowMs: number): number {
  return Math.ceil(Math.min(Math.max(waitMs, 1), windowMs) / 1000);
}
