/** All limits of the console. */
import { dayMs, hourMs, minuteMs } from '../units.ts';

export const consoleLimits = {
  sessionMs: 12 * hourMs,
  linkMs: dayMs,
  /** Failed ones, from one network. */
  failedSignInsPerWindow: 20,
  signInWindowMs: minuteMs,
  /** For one credential; a new session ends the oldest. */
  sessionsPerCredentialMax: 10,
  /** For one owner by platform keys, and as many by owner credentials and links; further ones are refused. */
  sessionsPerOwnerMax: 50,
  /** The interval at which the use of a session is recorded. */
  sessionSeenMs: 5 * minuteMs,
  /** Sites in the view of a session; the list of sites is complete. */
  sitesInViewMax: 200,
  bodyBytesMax: 4_096,
  /** Enough for a key that names a hundred resources. */
  keyBytesMax: 16_384,
} as const;
