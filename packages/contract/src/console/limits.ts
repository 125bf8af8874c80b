/** Every number of the console. */
import { dayMs, hourMs, minuteMs } from '../units.ts';

export const consoleLimits = {
  sessionMs: 12 * hourMs,
  linkMs: dayMs,
  /** From one network. */
  signInsPerWindow: 20,
  signInWindowMs: minuteMs,
  /** Of one owner; a new one ends the oldest. */
  sessionsPerOwnerMax: 50,
  /** What the view of a session names; the list of sites has them all. */
  sitesInViewMax: 200,
  bodyBytesMax: 4_096,
  /** A key may name a hundred resources. */
  keyBytesMax: 16_384,
} as const;
