import { siteLimits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import {
  deleteReservation,
  giveUsage,
  insertReservation,
  readMonth,
  reclaimReservations,
  sitesToReclaim,
  takeUsage,
} from '../store/site/usage.ts';
import type { Store, Writer } from '../store/store.ts';
import { limitHeaders } from './rate.ts';

/** One question of a site's month, taken for the work of this id. */
interface QuestionAllowance {
  readonly id: string;
  readonly siteId: string;
  readonly max: number;
}

// Longer than an ask takes. One that takes longer still has to find room again when it is settled.
const heldMs = siteLimits.replayKeptMs;

/**
 * Takes a question from the month's allowance in the caller's transaction and in one statement, so that it is exact
 * under concurrency and over any number of processes. It is settled or given back later; if neither happens,
 * because the process was killed, it is given back when its time is over.
 */
export async function reserveQuestion(
  tx: Writer,
  { id, siteId, max }: QuestionAllowance,
  nowMs: number,
): Promise<void> {
  await takeQuestion(tx, siteId, max, nowMs);
  await insertReservation(tx, { id, siteId }, heldMs, nowMs);
}

/** The work is done: its question stays taken. Refuses if it was given back meanwhile and another has it. */
export async function settleQuestion(
  tx: Writer,
  { id, siteId, max }: QuestionAllowance,
  nowMs: number,
): Promise<void> {
  if ((await deleteReservation(tx, id)) === undefined) await takeQuestion(tx, siteId, max, nowMs);
}

/** The work failed: its question is returned to the month. What was settled or given back is not given back twice. */
export async function giveBackQuestion(
  tx: Writer,
  { id, siteId }: Omit<QuestionAllowance, 'max'>,
): Promise<void> {
  const reserved = await deleteReservation(tx, id);
  if (reserved === undefined) return;
  await giveUsage(tx, siteId, 'questions', { amount: 1, period: reserved.period });
}

/** Gives back what killed processes have left; those of a site whose allowance is used up do not wait for this. */
export async function reclaimQuestions(store: Store, nowMs: number): Promise<void> {
  for (const { site_id: siteId } of await sitesToReclaim(store, nowMs))
    await store.write((tx) => reclaimReservations(tx, siteId, nowMs));
}

async function takeQuestion(tx: Writer, siteId: string, max: number, nowMs: number): Promise<void> {
  const take = () => takeUsage(tx, siteId, 'questions', { amount: 1, max, nowMs });
  if ((await take()) !== undefined) return;
  if ((await reclaimReservations(tx, siteId, nowMs)) > 0 && (await take()) !== undefined) return;
  const { from, to } = monthBounds(await readMonth(tx, nowMs));
  const retryAfterSeconds = Math.max(1, Math.ceil((to - Math.max(nowMs, from)) / 1000));
  throw new Problem('quota', 'The allowance of this month is used up.', {
    retryAfterSeconds,
    headers: limitHeaders('month', max, to - from, retryAfterSeconds),
  });
}

/** Start of a month like `2026-11`, and start of the next. */
export function monthBounds(period: string): { readonly from: number; readonly to: number } {
  const [year = 1970, month = 1] = period.split('-').map(Number);
  return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 1) };
}
