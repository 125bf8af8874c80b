/** Every number of the console. */
import { dayMs, hourMs, minuteMs } from '../units.ts';

export const consoleLimits = {
  sessionMs: 12 * hourMs,
  linkMs: dayMs,
  /** That failed, from one network. */
  failedSignInsPerWindow: 20,
  signInWindowMs: minuteMs,
  /** Opened with one credential; a new one ends the oldest of them. */
  sessionsPerCredentialMax: 10,
  /** Of one owner by platform keys, and as many by owner credentials and links; one more is refused. */
  sessionsPerOwnerMax: 50,
  /** How often it is written down that a session is used. */
  sessionSeenMs: 5 * minuteMs,
  /** What the view of a session names; the list of sites has them all. */
  sitesInViewMax: 200,
  bodyBytesMax: 4_096,
  /** A key may name a hundred resources. */
  keyBytesMax: 16_384,
} as const;
