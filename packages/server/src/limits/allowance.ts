import { Problem } from '../kernel/problem.ts';
import { type Counted, giveUsage, monthNow, takeUsage } from '../store/site/usage.ts';
import type { Writer } from '../store/store.ts';
import { sql } from '../store/store.ts';
import { limitHeaders } from './rate.ts';

/** An amount taken from a site's monthly allowance; counted also where there is no limit. */
interface Allowance {
  readonly siteId: string;
  readonly counted: Counted;
  readonly amount: number;
  readonly max: number | undefined;
}

/**
 * Takes from the month's allowance in the caller's transaction and in one statement, so that it is exact
 * under concurrency and over any number of processes. Work that fails later gives it back.
 */
export async function assertWithinAllowance(
  tx: Writer,
  { siteId, counted, amount, max }: Allowance,
  nowMs: number,
): Promise<void> {
  if ((await takeUsage(tx, siteId, counted, { amount, max, nowMs })) > 0) return;
  const month = await tx.get<{ period: string }>(sql`SELECT ${monthNow(nowMs)} AS period`);
  const { from, to } = monthBounds(month?.period ?? '');
  const retryAfterSeconds = Math.max(1, Math.ceil((to - Math.max(nowMs, from)) / 1000));
  throw new Problem('quota', 'The allowance of this month is used up.', {
    retryAfterSeconds,
    headers: limitHeaders('month', max ?? 0, to - from, retryAfterSeconds),
  });
}

export function giveBackAllowance(
  tx: Writer,
  { siteId, counted, amount }: Allowance,
  nowMs: number,
): Promise<number> {
  return giveUsage(tx, siteId, counted, { amount, nowMs });
}

/** Start of a month like `2026-11`, and start of the next. */
export function monthBounds(period: string): { readonly from: number; readonly to: number } {
  const [year = 1970, month = 1] = period.split('-').map(Number);
  return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 1) };
}
