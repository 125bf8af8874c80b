/** The seconds of a session, taken from the month's allowance as they pass. */
import { liveLimits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { planOf } from '../../limits/plans.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { findUsage, giveUsage, type TakenFrom, takeUsage } from '../../store/site/usage.ts';
import type { Assistant } from '../assistant.ts';

export interface LiveSeconds {
  /** Who is to be told when they come to an end. */
  readonly follow: (told: LastSeconds) => void;
  /** Stops counting; what was taken and not used is given back. */
  readonly settle: () => Promise<void>;
}

interface Block extends TakenFrom {
  readonly amount: number;
}

interface LastSeconds {
  readonly onLast: (leftMs: number) => void;
  readonly onUsedUp: (problem: Problem) => void;
}

// What a process that is killed has taken too much is at most the first of these.
const limitedBlocks = [10, 5, 2, 1];
const freeBlocks = [60];
const marginSeconds = 2;

/** Rejects with the refusal when nothing is left of the month. */
export async function countSeconds(assistant: Assistant, site: SiteRow): Promise<LiveSeconds> {
  const { store, clock, live } = assistant;
  const max = planOf(assistant.plans, site.plan).live_seconds ?? undefined;
  const startedMs = live.time.nowMs();
  const elapsed = () => (live.time.nowMs() - startedMs) / 1000;
  let taken = 0;
  // The newest first: what is left over at the end is of these.
  const blocks: Block[] = [];
  let isTold = false;
  let listener: LastSeconds | undefined;
  let lastMs: number | undefined;
  let isSettled = false;
  let cancel = () => {};
  let working: Promise<void> = Promise.resolve();

  const take = (): Promise<{ readonly block?: Block; readonly left: number }> =>
    store.write(async (tx) => {
      const nowMs = clock();
      for (const amount of max === undefined ? freeBlocks : limitedBlocks) {
        const from = await takeUsage(tx, site.id, 'live_seconds', { amount, max, nowMs });
        if (from === undefined) continue;
        const used = (await findUsage(tx, site.id, nowMs))?.live_seconds ?? 0;
        const left = max === undefined ? Number.POSITIVE_INFINITY : max - Number(used);
        return { block: { ...from, amount }, left };
      }
      return { left: 0 };
    });

  const renew = async (): Promise<void> => {
    const { block, left } = await take();
    if (block !== undefined) blocks.unshift(block);
    taken += block?.amount ?? 0;
    if (isSettled || taken === 0) return;
    const leftSeconds = taken - elapsed() + left;
    if (leftSeconds <= 0) {
      listener?.onUsedUp(allowanceUsedUp());
      return;
    }
    const warnInSeconds = leftSeconds - liveLimits.closingMs / 1000;
    if (warnInSeconds <= 0 && !isTold) {
      isTold = true;
      lastMs = leftSeconds * 1000;
      listener?.onLast(lastMs);
    }
    const nextIn =
      left === 0 ? leftSeconds : Math.max(marginSeconds / 2, taken - elapsed() - marginSeconds);
    const isWarnedFirst = !isTold && warnInSeconds < nextIn;
    cancel = live.time.after((isWarnedFirst ? warnInSeconds : nextIn) * 1000, again);
  };

  const again = (): void => {
    working = renew().catch((cause: unknown) => {
      assistant.log.warn('live seconds were not counted', { site: site.id, cause });
      if (!isSettled) cancel = live.time.after(1_000, again);
    });
  };

  const settle = async (): Promise<void> => {
    if (isSettled) return;
    isSettled = true;
    cancel();
    const passed = Math.max(1, Math.ceil(elapsed()));
    await working;
    // A timer that came late is not the site's fault.
    const used = max === undefined ? passed : Math.min(passed, taken);
    if (used === taken) return;
    if (used > taken) {
      const more = { amount: used - taken, max: undefined, nowMs: clock() };
      await store.write((tx) => takeUsage(tx, site.id, 'live_seconds', more));
      return;
    }
    await store.write(async (tx) => {
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
    follow: (follower) => {
      listener = follower;
      if (lastMs !== undefined) follower.onLast(lastMs);
    },
  };
}

function allowanceUsedUp(): Problem {
  return new Problem('plan', 'The live seconds of this month are used up.');
}
