/** Start of an ask: idempotency by request id, and reservation from the monthly allowance. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type AskRequest, siteLimits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { giveBackQuestion, reserveQuestion } from '../../limits/allowance.ts';
import { planOf } from '../../limits/plans.ts';
import { claimAsk, dropAsk, findAsk } from '../../store/site/asks.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import type { VisitCounter } from '../visits.ts';
import type { AskResult } from './ask-outcome.ts';

/** What asking works with. */
export type AskContext = VisitCounter &
  Pick<Assistant, 'makeId' | 'log' | 'asks' | 'engine' | 'vectors' | 'writer' | 'noticeBell'>;

/** A question of a visitor to a site. */
export interface VisitorAsk {
  readonly context: AskContext;
  readonly site: SiteRow;
  readonly asked: AskRequest;
}

export interface NewAsk {
  readonly kind: 'new';
  readonly id: string;
  /** Under which a repeat in this process can wait for it. */
  readonly name: string | undefined;
  /** Whether one was taken from the allowance, which a failure gives back. */
  readonly reserved: boolean;
}

export interface RepeatedAsk {
  readonly kind: 'repeat';
  readonly requestId: string;
  readonly name: string;
  /** Of the question that was asked first. */
  readonly id: string;
}

/**
 * Decides whether an ask is new, in one transaction with what it takes from the allowance: asks with the same request
 * id are counted once, in all processes.
 */
export async function beginAsk({
  context: { store, clock, plans, makeId },
  site,
  asked: { question, request_id: requestId },
}: VisitorAsk): Promise<NewAsk | RepeatedAsk> {
  const id = makeId('question');
  const { questions: max } = planOf(plans, site.plan);
  const reserved = max !== null && site.status === 'active';
  if (!reserved && requestId === undefined) return { kind: 'new', id, name: undefined, reserved };
  return store.write(async (tx) => {
    const nowMs = clock();
    let name: string | undefined;
    if (requestId !== undefined) {
      name = `${site.id} ${requestId}`;
      const fingerprint = createHash('sha256').update(question).digest('base64url');
      const claim = { site_id: site.id, request_id: requestId, fingerprint, question_id: id };
      const kept = {
        sinceMs: nowMs - siteLimits.replayKeptMs,
        runningSinceMs: nowMs - runningMsMax,
      };
      if ((await claimAsk(tx, { ...claim, created_at: nowMs }, kept)) === 0) {
        const first = await findAsk(tx, site.id, requestId);
        if (first !== undefined && first.fingerprint !== fingerprint)
          throw new Problem('conflict', 'This request_id was used with another question.');
        return { kind: 'repeat', requestId, name, id: first?.question_id ?? id };
      }
    }
    if (reserved) await reserveQuestion(tx, { id, siteId: site.id, max }, nowMs);
    return { kind: 'new', id, name, reserved };
  });
}

/** Whether the questions of a month are limited. */
export function isLimited({ context, site }: VisitorAsk): boolean {
  return planOf(context.plans, site.plan).questions !== null;
}

/** Whether an ask with this request id exists already; `beginAsk` decides for certain. */
export async function isRepeated({ context, site, asked }: VisitorAsk): Promise<boolean> {
  const { request_id: requestId } = asked;
  return (
    requestId !== undefined && (await findAsk(context.store, site.id, requestId)) !== undefined
  );
}

/** Undoes the start of an ask that failed: its request id is free, its allowance given back. */
export async function releaseAsk(
  { context: { store, log }, site, asked: { request_id: requestId } }: VisitorAsk,
  { id, reserved }: NewAsk,
): Promise<void> {
  if (!reserved && requestId === undefined) return;
  await store
    .write(async (tx) => {
      if (requestId !== undefined)
        await dropAsk(tx, { site_id: site.id, request_id: requestId, question_id: id });
      if (reserved) await giveBackQuestion(tx, { id, siteId: site.id });
    })
    .catch((cause: unknown) =>
      log.warn('an allowance was not given back', { site: site.id, cause }),
    );
}

/** The result of the first ask with this id, awaited where it still runs; undefined when it failed. */
export async function waitForResult(
  { context: { asks, store }, site }: VisitorAsk,
  { requestId, name }: RepeatedAsk,
): Promise<AskResult | undefined> {
  const here = await asks.underWay(name)?.catch(() => undefined);
  if (here !== undefined) return here;
  const untilMs = performance.now() + runningMsMax;
  for (;;) {
    const row = await findAsk(store, site.id, requestId);
    if (row === undefined || performance.now() > untilMs) return undefined;
    if (row.reply !== null) return JSON.parse(row.reply) as AskResult;
    // Polled: another process answers it.
    await wait(pollMs);
  }
}

const pollMs = 50;
// An ask that runs for longer belongs to a process that died.
const runningMsMax = siteLimits.askTimeoutMs + 5_000;
