/** Asks one question with retries over connections that break. */
import { isBarazaError, isConnectionError, type SiteClient } from '@baraza/client';
import type { DoneEvent } from '@baraza/contract';
import type { Exchange, Failure } from './memory.ts';

export interface Asking {
  readonly ask: SiteClient['ask'];
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly conversation: string;
  readonly page: string;
  /** The text as far as it is known. */
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
  /** Between a break and the next try. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly isOnline: () => boolean;
  readonly now: () => number;
}

type Outcome =
  | { readonly text: string; readonly done: DoneEvent }
  | { readonly text: string; readonly failure: Failure };

/**
 * A stream that breaks off is asked for again under the same id, which replays what was said and
 * counts once; what was read stays until the replay has more.
 */
export async function getAnswer(exchange: Exchange, asking: Asking): Promise<Outcome> {
  let longest = exchange.text;
  for (let tries = 0; ; tries += 1) {
    if (!asking.isOnline()) return { text: longest, failure: { reason: 'offline' } };
    let text = '';
    try {
      for await (const event of asking.ask(exchange.question, optionsOf(exchange, asking))) {
        if (event.type === 'done') return { text, done: event };
        text += event.text;
        if (text.length <= longest.length) continue;
        longest = text;
        asking.onText(longest);
      }
      // The client ends with a done or throws.
      return { text: longest, failure: { reason: 'lost' } };
    } catch (error) {
      asking.signal.throwIfAborted();
      const restMs = isConnectionError(error) ? restsMs[tries] : undefined;
      if (restMs === undefined) return { text: longest, failure: failureOf(error, asking) };
      await asking.rest(restMs, asking.signal);
    }
  }
}

const restsMs = [400, 1_500];

function optionsOf(exchange: Exchange, { history, conversation, page, signal }: Asking) {
  return {
    history,
    requestId: exchange.requestId,
    conversation,
    page,
    signal,
    ...(exchange.spokenIn === undefined
      ? {}
      : { mode: 'voice' as const, language: exchange.spokenIn }),
  };
}

function failureOf(error: unknown, { isOnline, now }: Asking): Failure {
  if (!isBarazaError(error)) return { reason: isOnline() ? 'lost' : 'offline' };
  const { handoff } = (error.body ?? {}) as { readonly handoff?: unknown };
  const { retryAfterMs } = error;
  const known = {
    ...(typeof handoff === 'string' ? { handoff } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAtMs: now() + retryAfterMs }),
  };
  if (error.status === 429) return { reason: error.code === 'quota' ? 'quota' : 'rate', ...known };
  if (error.status >= 500) return { reason: 'busy', ...known };
  return { reason: 'refused', ...known };
}
