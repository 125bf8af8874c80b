/** All limits of the console. */
import { dayMs, hourMs, minuteMs } from '../units.ts';

export const consoleLimits = {
  /** The session of a platform key. */
  keySessionMs: 12 * hourMs,
  /** The session of a person; each use prolongs it. */
  sessionMs: 30 * dayMs,
  /** The sign-in link that an operator creates. */
  linkMs: dayMs,
  /** The invitation of a new member. */
  invitationMs: 7 * dayMs,
  /** The sign-in link that a person requests by e-mail. */
  mailedLinkMs: 15 * minuteMs,
  passkeyChallengeMs: 5 * minuteMs,
  passkeysPerMemberMax: 20,
  membersPerOwnerMax: 100,
  /** E-mailed links that one network may request, and that may be requested for one address. */
  mailedLinksPerNetwork: 20,
  mailedLinksPerAddress: 4,
  mailedLinksWindowMs: 15 * minuteMs,
  /** The link that confirms the address of a member. */
  confirmationMs: 3 * dayMs,
  /** Such links that one owner's members send to one address, and to all. */
  confirmationsPerAddress: 3,
  confirmationsPerOwner: 50,
  confirmationsWindowMs: dayMs,
  /** Invitations that one owner sends by e-mail. */
  invitationsPerOwner: 30,
  invitationsWindowMs: hourMs,
  /** Failed sign-ins of one network. */
  failedSignInsPerWindow: 20,
  signInWindowMs: minuteMs,
  /** For one credential; a new session ends the oldest. */
  sessionsPerCredentialMax: 10,
  /** For one person; a new session ends the oldest. */
  sessionsPerMemberMax: 30,
  /** Sessions of platform keys for one owner; more are refused. */
  sessionsPerOwnerMax: 50,
  /** The interval at which the use of a session is recorded. */
  sessionSeenMs: 5 * minuteMs,
  /** Sites that the view of a session contains; the list of sites contains all. */
  sitesInViewMax: 200,
  /** Devices that one notice is sent to; the newest devices are preferred. */
  pushDevicesPerNoticeMax: 200,
  /** Notices that may wait for one device. */
  pushesPendingMax: 20,
  /** Test notices of one person. */
  pushTrialsMax: 5,
  pushTrialsWindowMs: 10 * minuteMs,
  bodyBytesMax: 4_096,
  /** The response of a passkey. */
  passkeyBytesMax: 16_384,
  /** Enough for a key that names a hundred resources. */
  keyBytesMax: 16_384,
} as const;
