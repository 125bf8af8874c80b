/** Start of an ask: rate limits, idempotency by request id, and reservation from the monthly allowance. */
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChannelName, isConversationId, siteLimits } from '@baraza/contract';
import type { Seal } from '../../access/seal.ts';
import { conflict, Problem } from '../../kernel/problem.ts';
import { giveBackQuestion, reserveQuestion } from '../../limits/allowance.ts';
import { planOf } from '../../limits/plans.ts';
import type { Rate } from '../../limits/rate.ts';
import { claimAsk, dropAsk, findAsk } from '../../store/site/asks.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { together, type Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import type { Held } from '../conversations/conversation-log.ts';
import {
  ratesOf,
  spendVisit,
  type VisitCounter,
  type VisitorInfo,
  visitorIdentity,
  visitorName,
} from '../visits.ts';
import type { Asked, AskResult } from './ask-outcome.ts';

export type AskContext = VisitCounter &
  Pick<
    Assistant,
    | 'makeId'
    | 'log'
    | 'disk'
    | 'asks'
    | 'engine'
    | 'vectors'
    | 'writer'
    | 'outbox'
    | 'conversationUpdates'
    | 'conversationSecrets'
    | 'seal'
  >;

export interface VisitorAsk {
  readonly context: AskContext;
  readonly site: SiteRow;
  readonly asked: Asked;
  /** What the request shows of its visitor. */
  readonly from: Pick<VisitorInfo, 'visitor' | 'secret'>;
  /** The network of the visitor, as a hash. */
  readonly network: string;
  /** A hash of visitor and request id, since visitors may send the same id. Undefined if none was sent. */
  readonly requestKey: string | undefined;
  /** The limits that this ask counts against. */
  readonly rates: readonly Rate[];
  /** Set if the question came by a channel. */
  readonly inChannel?: AskInChannel | undefined;
}

export interface AskOptions {
  readonly inChannel?: AskInChannel;
  /** Whether the visit was counted before, as for a message that is tried again. */
  readonly isCounted?: boolean;
}

/** An ask with what identifies its visitor. */
export function visitorAsk(
  context: AskContext,
  visitorInfo: VisitorInfo,
  asked: Asked,
  { inChannel, isCounted = false }: AskOptions,
): VisitorAsk {
  const { network } = visitorIdentity(context, visitorInfo);
  const { request_id: requestId, conversation = '' } = asked;
  // The id of a visitor is random, known to nobody else, and the same on another network. That of a conversation may be
  // known to others, and a repeat gives away the secret that reads it.
  const visitor =
    visitorName(visitorInfo.visitor) ??
    (isConversationId(conversation) ? `${network} ${conversation}` : network);
  const requestKey =
    requestId === undefined ? undefined : hash('sha256', `${visitor} ${requestId}`, 'base64url');
  const rates = isCounted ? [] : ratesOf(context, 'ask', visitorInfo);
  const from = { ...visitorInfo, secret: asked.conversation_secret ?? visitorInfo.secret };
  return { context, site: visitorInfo.site, asked, from, network, requestKey, rates, inChannel };
}

/** A question that came as a message of a channel. */
interface AskInChannel {
  readonly channel: ChannelName;
  /** Writes the reply to the outbox and marks the message as answered, in the transaction of the answer. */
  readonly settle: (tx: Writer, held: Held, reply: { id: string; text: string }) => Promise<void>;
}

export interface NewAsk {
  readonly kind: 'new';
  readonly id: string;
  /** The name under which a repeat in this process can wait for it. */
  readonly name: string | undefined;
  /** Whether a question was taken from the allowance; it is given back if the ask fails. */
  readonly reserved: boolean;
}

export interface RepeatedAsk {
  readonly kind: 'repeat';
  readonly requestKey: string;
  readonly name: string;
  /** The id of the question that was asked first. */
  readonly id: string;
}

/**
 * Counts the visit, decides whether the ask is new, and takes it from the allowance, all in one transaction: asks
 * with the same request id are counted once, in all processes. The commit at the end of the ask is the durable one.
 */
export async function beginAsk(
  ask: VisitorAsk,
  /** A message to a person is not taken from the allowance. */
  isForPerson: boolean,
): Promise<NewAsk | RepeatedAsk> {
  const { context, site, asked, requestKey, rates } = ask;
  const { store, clock, plans, makeId } = context;
  const id = makeId('question');
  const { questions: max } = planOf(plans, site.plan);
  const reserved = max !== null && site.status === 'active' && !isForPerson;
  if (!reserved && requestKey === undefined && rates.length === 0)
    return { kind: 'new', id, name: undefined, reserved };
  const begin = async (tx: Writer): Promise<NewAsk | RepeatedAsk | Problem> => {
    const nowMs = clock();
    const visit = spendVisit(context, tx, rates, nowMs);
    let name: string | undefined;
    if (requestKey !== undefined) {
      name = `${site.id} ${requestKey}`;
      const fingerprint = hash('sha256', asked.question, 'base64url');
      const claim = { site_id: site.id, request_id: requestKey, fingerprint, question_id: id };
      const kept = {
        sinceMs: nowMs - siteLimits.replayKeptMs,
        runningSinceMs: nowMs - runningMsMax,
      };
      const claiming = claimAsk(tx, { ...claim, created_at: nowMs }, kept);
      const [, claimed] = await together(visit, claiming);
      if (claimed === 0) {
        const first = await findAsk(tx, site.id, requestKey);
        if (first !== undefined && first.fingerprint !== fingerprint)
          return conflict('This request_id was used with another question.');
        return { kind: 'repeat', requestKey, name, id: first?.question_id ?? id };
      }
    }
    await visit;
    if (!reserved) return { kind: 'new', id, name, reserved };
    try {
      await reserveQuestion(tx, { id, siteId: site.id, max }, nowMs);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'quota') throw error;
      if (requestKey !== undefined)
        await dropAsk(tx, { site_id: site.id, request_id: requestKey, question_id: id });
      return error;
    }
    return { kind: 'new', id, name, reserved };
  };
  const begun = await store.write(begin, { mayBeLost: true });
  // Thrown after the transaction, so that the visit stays counted.
  if (begun instanceof Problem) throw begun;
  return begun;
}

/** Whether the visits or the questions of a month are limited. */
export function isLimited({ context, site, rates }: VisitorAsk): boolean {
  return rates.length > 0 || planOf(context.plans, site.plan).questions !== null;
}

/** Whether an ask with this request id exists already; `beginAsk` decides for certain. */
export async function isRepeated({ context, site, requestKey }: VisitorAsk): Promise<boolean> {
  return (
    requestKey !== undefined && (await findAsk(context.store, site.id, requestKey)) !== undefined
  );
}

/** Undoes the start of an ask that failed: its request id is free, its allowance given back. */
export async function releaseAsk(
  { context: { store, log }, site, requestKey }: VisitorAsk,
  { id, reserved }: NewAsk,
): Promise<void> {
  if (!reserved && requestKey === undefined) return;
  await store
    .write(
      async (tx) => {
        if (requestKey !== undefined)
          await dropAsk(tx, { site_id: site.id, request_id: requestKey, question_id: id });
        if (reserved) await giveBackQuestion(tx, { id, siteId: site.id });
      },
      { mayBeLost: true },
    )
    .catch((cause: unknown) =>
      log.warn('an allowance was not given back', { site: site.id, cause }),
    );
}

/** The result of the first ask with this id, awaited if it still runs; undefined when it failed. */
export async function waitForResult(
  { context: { asks, store, seal }, site }: VisitorAsk,
  { requestKey, name }: RepeatedAsk,
): Promise<AskResult | undefined> {
  const here = await asks.underWay(name)?.catch(() => undefined);
  if (here !== undefined) return here;
  const untilMs = performance.now() + runningMsMax;
  for (;;) {
    const row = await findAsk(store, site.id, requestKey);
    if (row === undefined || performance.now() > untilMs) return undefined;
    if (row.reply !== null) return readReply(seal, row.reply);
    // Polled: another process answers it.
    await wait(pollMs);
  }
}

/** The result as it is stored for repeats: the secret of a new conversation is encrypted. */
export function writeReply(seal: Seal, { text, done }: AskResult): string {
  const { conversation_secret: secret, ...rest } = done;
  return JSON.stringify({ text, done: rest, ...(secret && { sealed: seal.close(secret) }) });
}

function readReply(seal: Seal, reply: string): AskResult {
  const { text, done, sealed } = JSON.parse(reply) as AskResult & { readonly sealed?: string };
  const secret = sealed === undefined ? {} : { conversation_secret: seal.open(sealed) };
  return { text, done: { ...done, ...secret } };
}

const pollMs = 50;
// An ask that runs for longer belongs to a process that died.
const runningMsMax = siteLimits.askTimeoutMs + 5_000;
