/**
 * When a failed delivery of a webhook or of an owner's notice is retried. Two documents describe the same schedule:
 * docs/api/platform/events.md (Webhooks) and docs/api/site.md (Notifications).
 */
import { hourMs, minuteMs } from '@baraza/contract';

const secondMs = 1_000;

/** The delay after each failed attempt; after the last one there are no more attempts. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];
