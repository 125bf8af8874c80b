/** Asks one question; retries after broken connections, and once after a busy server. */
import {
  createSiteClient,
  isBarazaError,
  isConnectionError,
  type SiteClient,
} from '@baraza/client';
import type { DoneEvent } from '@baraza/contract';
import type { Servers } from '../launcher/stage.ts';
import type { Exchange, Failure } from './memory.ts';

export interface Asking {
  readonly ask: SiteClient['ask'];
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly conversation: string;
  readonly page: string;
  /** Called with the whole text so far. */
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
  /** Waits between a broken connection and the next try. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Shows the wait for a busy server; false if the visitor cancels it. */
  readonly waitForBusy: (ms: number) => Promise<boolean>;
  readonly random: () => number;
  readonly isOnline: () => boolean;
  readonly now: () => number;
}

type Outcome =
  | { readonly text: string; readonly done: DoneEvent }
  | { readonly text: string; readonly failure: Failure };

/**
 * After a broken stream the question is sent again with the same id: the server replays the answer and counts it once,
 * and the text on the screen stays until the replay is longer. A busy server stores nothing, so there the same id is a
 * new question.
 */
export async function getAnswer(exchange: Exchange, asking: Asking): Promise<Outcome> {
  let outcome = await askWithRetries(exchange, asking);
  if (isBusy(outcome) && (await asking.waitForBusy(busyWaitMs(outcome.failure, asking))))
    outcome = await askWithRetries(exchange, asking);
  if (!isBusy(outcome)) return outcome;
  // The retry button needs no countdown, because the retry itself waits.
  const { retryAtMs: _, ...failure } = outcome.failure;
  return { text: '', failure };
}

function isBusy(outcome: Outcome): outcome is Extract<Outcome, { failure: Failure }> {
  return 'failure' in outcome && outcome.failure.reason === 'busy';
}

/** Between 1 and 10 seconds, with jitter. */
function busyWaitMs({ retryAtMs }: Failure, { now, random }: Asking): number {
  const askedMs = retryAtMs === undefined ? 3_000 : retryAtMs - now();
  return Math.min(Math.max(askedMs, 1_000), 10_000) + random() * jitterMsMax;
}

export const jitterMsMax = 500;

async function askWithRetries(exchange: Exchange, asking: Asking): Promise<Outcome> {
  let longest = exchange.text;
  for (let tries = 0; ; tries += 1) {
    if (!asking.isOnline()) return { text: longest, failure: { reason: 'offline' } };
    let text = '';
    try {
      for await (const event of asking.ask(exchange.question, optionsOf(exchange, asking))) {
        if (event.type === 'done') return outcomeOf(text, event);
        text += event.text;
        if (text.length <= longest.length) continue;
        longest = text;
        asking.onText(longest);
      }
      // Not reached: the client ends with `done` or throws.
      return { text: longest, failure: { reason: 'lost' } };
    } catch (error) {
      asking.signal.throwIfAborted();
      const delayMs = isConnectionError(error) ? retryDelaysMs[tries] : undefined;
      if (delayMs === undefined) return { text: longest, failure: failureOf(error, asking) };
      await asking.pause(delayMs, asking.signal);
    }
  }
}

const retryDelaysMs = [400, 1_500];

function outcomeOf(text: string, done: DoneEvent): Outcome {
  const { error, handoff } = done;
  // The text of a busy response is a refusal, so it is not stored as an answer.
  if (error?.code === 'busy')
    return { text: '', failure: { reason: 'busy', sentence: error.error, handoff } };
  return { text, done };
}

function optionsOf(exchange: Exchange, { history, conversation, page, signal }: Asking) {
  return {
    history,
    requestId: exchange.requestId,
    conversation,
    page,
    signal,
    busyRetries: 0,
    ...(exchange.spokenIn === undefined
      ? {}
      : { mode: 'voice' as const, language: exchange.spokenIn }),
  };
}

function failureOf(error: unknown, { isOnline, now }: Asking): Failure {
  if (!isBarazaError(error)) return { reason: isOnline() ? 'lost' : 'offline' };
  const { status, code, message, handoff, retryAfterMs } = error;
  const known = {
    ...(handoff === undefined ? {} : { handoff }),
    ...(retryAfterMs === undefined ? {} : { retryAtMs: now() + retryAfterMs }),
  };
  if (status === 429) return { reason: code === 'quota' ? 'quota' : 'rate', ...known };
  if (status < 500) return { reason: 'refused', ...known };
  if (code !== 'busy') return { reason: 'failed', ...known };
  // Only a refusal with a link to a person is written for visitors, in their language.
  return { reason: 'busy', ...(handoff === undefined ? {} : { sentence: message }), ...known };
}

/** The client for the current server. It is kept, since it remembers where a site went. */
export function keptClient(
  servers: Servers,
  site: string,
  memory: { readonly visitor: string },
): () => Promise<SiteClient> {
  let kept: { readonly name: string; readonly client: SiteClient } | undefined;
  return async () => {
    const { base, key } = await servers.current();
    const { visitor } = memory;
    const name = `${base} ${key} ${visitor}`;
    if (kept?.name !== name)
      kept = { name, client: createSiteClient({ baseUrl: base, site, siteKey: key, visitor }) };
    return kept.client;
  };
}
