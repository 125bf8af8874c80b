/**
 * How each kind of item is sent. A kind has a lane of its own, so that one never waits for another: its attempts under
 * way, its lease, and when it is tried again.
 */
import { hourMs, limits, minuteMs } from '@baraza/contract';
import type { ItemKind } from '../store/outbox.ts';

export interface Lane {
  /** Attempts under way in this process. */
  readonly atOnce: number;
  /** Of these, for one owner, so that slow receivers of one do not delay others. */
  readonly perOwner: number;
  /** And for one receiver. Those of conversations get one after the other. */
  readonly perReceiver: number;
  /** The longest attempt. */
  readonly attemptMs: number;
  /** The delay after each failed attempt; after the last one there are no more. */
  readonly delaysMs: readonly number[];
}

const secondMs = 1_000;

/**
 * Two documents describe this schedule: docs/api/platform/events.md (Webhooks) and docs/api/site.md (Notifications).
 */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];

// After these a code is old, and another can be asked for.
const codeDelaysMs = [2 * secondMs, 20 * secondMs, 2 * minuteMs];

const usual: Lane = {
  atOnce: 32,
  perOwner: 8,
  perReceiver: 4,
  attemptMs: limits.webhookTimeoutMs,
  delaysMs: retryDelaysMs,
};

// A slow mail server may take this long, and no other process may send the same mail meanwhile.
const mailMs = minuteMs;

export const lanes: { readonly [kind in ItemKind]: Lane } = {
  webhook: usual,
  notice: usual,
  mail: { ...usual, atOnce: 8, perOwner: 4, attemptMs: mailMs },
  code: {
    ...usual,
    atOnce: 4,
    perOwner: 2,
    perReceiver: 2,
    attemptMs: mailMs,
    delaysMs: codeDelaysMs,
  },
  push: usual,
  send: { ...usual, perReceiver: 1 },
  // An answer and the transcription before it; no connection waits for them.
  arrival: { ...usual, perReceiver: 1, attemptMs: 1.5 * minuteMs },
};
