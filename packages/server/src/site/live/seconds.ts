/** The seconds of a session, taken from the month's allowance in blocks as they pass. */
import { liveLimits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { planOf } from '../../limits/plans.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { findUsage, giveUsage, type TakenFrom, takeUsage } from '../../store/site/usage.ts';
import type { Assistant } from '../assistant.ts';

export type LiveSeconds = Awaited<ReturnType<typeof countSeconds>>;

interface SecondsListener {
  readonly onLast: (leftMs: number) => void;
  readonly onUsedUp: (problem: Problem) => void;
}

interface Block extends TakenFrom {
  readonly amount: number;
}

// A process that is killed has taken at most the first of these too much.
const limitedBlocks = [10, 5, 2, 1];
const unlimitedBlocks = [60];
const marginSeconds = 2;

/** Rejects with the refusal when nothing is left of the month. */
export async function countSeconds(
  { store, clock, live, plans, log }: Pick<Assistant, 'store' | 'clock' | 'live' | 'plans' | 'log'>,
  site: SiteRow,
) {
  const max = planOf(plans, site.plan).live_seconds ?? undefined;
  const startedMs = live.time.nowMs();
  const elapsed = () => (live.time.nowMs() - startedMs) / 1000;
  // The newest first, since what is given back is of these.
  const blocks: Block[] = [];
  let taken = 0;
  let listener: SecondsListener | undefined;
  /** Set once the end was announced. */
  let lastMs: number | undefined;
  let isSettled = false;
  let cancelTimer = () => {};
  let renewing: Promise<void> = Promise.resolve();

  /** Takes the largest block that the plan still has, and returns what is left after it. */
  const takeBlock = (): Promise<{ readonly block?: Block; readonly left: number }> =>
    store.write(async (tx) => {
      const nowMs = clock();
      for (const amount of max === undefined ? unlimitedBlocks : limitedBlocks) {
        const from = await takeUsage(tx, site.id, 'live_seconds', { amount, max, nowMs });
        if (from === undefined) continue;
        const used = (await findUsage(tx, site.id, nowMs))?.live_seconds ?? 0;
        const left = max === undefined ? Number.POSITIVE_INFINITY : max - Number(used);
        return { block: { ...from, amount }, left };
      }
      return { left: 0 };
    });

  const renew = async (): Promise<void> => {
    const { block, left } = await takeBlock();
    if (block !== undefined) blocks.unshift(block);
    taken += block?.amount ?? 0;
    if (isSettled || taken === 0) return;
    const leftSeconds = taken - elapsed() + left;
    if (leftSeconds <= 0) {
      listener?.onUsedUp(allowanceUsedUp());
      return;
    }
    const warnInSeconds = leftSeconds - liveLimits.closingMs / 1000;
    if (warnInSeconds <= 0 && lastMs === undefined) {
      lastMs = leftSeconds * 1000;
      listener?.onLast(lastMs);
    }
    const renewInSeconds =
      left === 0 ? leftSeconds : Math.max(marginSeconds / 2, taken - elapsed() - marginSeconds);
    const nextSeconds =
      lastMs === undefined ? Math.min(warnInSeconds, renewInSeconds) : renewInSeconds;
    cancelTimer = live.time.after(nextSeconds * 1000, startRenewal);
  };

  const startRenewal = (): void => {
    renewing = renew().catch((cause: unknown) => {
      log.warn('live seconds were not counted', { site: site.id, cause });
      if (!isSettled) cancelTimer = live.time.after(1_000, startRenewal);
    });
  };

  /** Stops counting; what was taken and not used is given back. */
  const settle = async (): Promise<void> => {
    if (isSettled) return;
    isSettled = true;
    cancelTimer();
    const passed = Math.max(1, Math.ceil(elapsed()));
    await renewing;
    // A late timer must not cost the site more than was taken.
    const used = max === undefined ? passed : Math.min(passed, taken);
    if (used === taken) return;
    await store.write(async (tx) => {
      const more = { amount: used - taken, max: undefined, nowMs: clock() };
      if (used > taken) await takeUsage(tx, site.id, 'live_seconds', more);
      let over = taken - used;
      for (const block of blocks) {
        const amount = Math.min(over, block.amount);
        if (amount > 0) await giveUsage(tx, site.id, 'live_seconds', { ...block, amount });
        over -= amount;
      }
    });
  };

  await renew();
  if (taken === 0) throw allowanceUsedUp();
  return {
    settle,
    /** Calls back when the seconds come to an end. */
    follow: (follower: SecondsListener): void => {
      listener = follower;
      if (lastMs !== undefined) follower.onLast(lastMs);
    },
  };
}

function allowanceUsedUp(): Problem {
  return new Problem('plan', 'The live seconds of this month are used up.');
}
