/**
 * When a delivery is tried again, of webhooks and of owners' notices alike. The documents repeat it in words:
 * docs/api/platform.md (Webhooks) and docs/api/site.md (Notifications).
 */
import { hourMs, minuteMs } from '@baraza/contract';

const secondMs = 1_000;

/** The delay after each failed attempt; after the last one the item is given up. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];
