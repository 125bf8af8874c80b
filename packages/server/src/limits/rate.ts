import { Problem } from '../kernel/problem.ts';
import { spendRate } from '../store/rates.ts';
import type { Writer } from '../store/store.ts';

export interface Rate {
  /** What is counted together: a route and a caller. */
  readonly bucket: string;
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Counts one against a rate, in the caller's own transaction and in one statement, so that it is
 * exact however many come at once and over any number of processes.
 */
export async function assertWithinRate(tx: Writer, rate: Rate, nowMs: number): Promise<void> {
  const startedAt = await spendRate(tx, rate.bucket, rate.max, nowMs, rate.windowMs);
  if (startedAt === undefined) return;
  throw new Problem('rate', 'Too many requests; try again shortly.', {
    retryAfterSeconds: clamped(startedAt + rate.windowMs - nowMs, rate.windowMs),
  });
}

// Another process may have the clock of tomorrow.
function clamped(waitMs: number, windowMs: number): number {
  return Math.ceil(Math.min(Math.max(waitMs, 1), windowMs) / 1000);
}
