/**
 * Digests: unanswered questions of an hour or a day become one notice. It is made once for each slot and put into
 * the outbox in the transaction that ends the slot, so a crash neither loses nor doubles it.
 */
import { randomUUID } from 'node:crypto';
import { minuteMs, type Profile, siteLimits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { hasPushDevices } from '../../store/push.ts';
import {
  armDigest,
  disarmDigest,
  finishDigest,
  isDigestDue,
  lastDigestSlot,
  lockDigest,
  postponeDigest,
  type TakenDigest,
  takeDigest,
} from '../../store/site/digests.ts';
import {
  hasQuestionChanges,
  hasUnnotified,
  markHandledNotified,
} from '../../store/site/questions.ts';
import { findSite, lockSite, type SiteRow } from '../../store/site/sites.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { changeQuestions, finishQuestionChanges } from '../questions/question-changes.ts';
import { groupsOf } from '../questions/question-groups.ts';
import { type JoinedRhythm, slotAfter } from './digest-slot.ts';
import { enqueueNotices, type NoticeContext, rolesFor } from './notices.ts';

/** The owner's settings for notices of unanswered questions. */
export type DigestSettings = Pick<Profile, 'notify' | 'timezone'>;

/** Undefined if each question has a notice, or none has. */
export async function digestRhythm(
  reader: Reader,
  site: Pick<SiteRow, 'owner_id'>,
  { notify }: Pick<Profile, 'notify'>,
  nowMs: number,
): Promise<JoinedRhythm | undefined> {
  const { digest = 'daily', email, webhook } = notify;
  if (digest === 'instant') return undefined;
  const isRead =
    email !== undefined ||
    webhook !== undefined ||
    (await hasPushDevices(reader, site.owner_id, rolesFor('questions.digest'), nowMs));
  return isRead ? digest : undefined;
}

/** Schedules the next digest of a site, in the transaction of a question that waits for it. */
export async function awaitDigest(
  tx: Writer,
  site: Pick<SiteRow, 'id'>,
  rhythm: JoinedRhythm,
  timezone: string,
  nowMs: number,
): Promise<void> {
  // Never a slot that already had its digest, even after a clock was set back.
  const afterMs = Math.max(nowMs, await lastDigestSlot(tx, site.id));
  await armDigest(tx, site.id, slotAfter(afterMs, rhythm, timezone));
}

const leaseMs = 5 * minuteMs;

type DigestContext = NoticeContext & Pick<Assistant, 'store' | 'profiles' | 'disk'>;

/** Makes all digests that are due, one after the other. Returns how many. */
export async function makeDueDigests(
  assistant: DigestContext,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, clock, log, disk } = assistant;
  const takenBy = randomUUID();
  let made = 0;
  while (!isStopped() && (await isDigestDue(store, clock()))) {
    disk.assertRoom('writes');
    const nowMs = clock();
    const lease = { nowMs, untilMs: nowMs + leaseMs, takenBy };
    const taken = await store.write((tx) => takeDigest(tx, lease));
    if (taken === undefined) break;
    try {
      if (await makeDigest(assistant, taken)) made += 1;
    } catch (cause) {
      // It is tried again when the lease ends; the other digests do not wait for it.
      log.warn('a digest could not be made', { site: taken.site_id, cause });
    }
  }
  return made;
}

async function makeDigest(assistant: DigestContext, taken: TakenDigest): Promise<boolean> {
  const { store, clock } = assistant;
  const site = await findSite(store, taken.site_id);
  if (site === undefined) return false;
  const profile = await assistant.profiles.headOf(site);
  const rhythm = await digestRhythm(store, site, profile, clock());
  const isSlot = (wanted: JoinedRhythm) =>
    slotAfter(taken.due_at - 1, wanted, profile.timezone) === taken.due_at;
  if (rhythm !== undefined && !isSlot(rhythm)) {
    const dueAt = slotAfter(clock(), rhythm, profile.timezone);
    await store.write((tx) => postponeDigest(tx, taken, dueAt));
    return false;
  }
  const waiting = { open: true, unnotified: true, sinceMs: undefined, text: undefined };
  await finishQuestionChanges(store, site.id);
  const { groups } = await groupsOf(store, site, waiting);
  const isMade = await store.write(async (tx) => {
    if ((await finishDigest(tx, taken)) === 0) return false;
    await lockSite(tx, site.id);
    await changeQuestions(tx, site.id, groups.flat(), 'notified');
    await markHandledNotified(tx, site.id, markedAtOnce);
    if (rhythm !== undefined && (await hasUnnotified(tx, site.id)))
      await awaitDigest(tx, site, rhythm, profile.timezone, clock());
    if (groups.length === 0) return false;
    const data = { slot: isoTime(taken.due_at), ...contentOf(groups) };
    const notice = { type: 'questions.digest', atMs: clock(), data } as const;
    await enqueueNotices(assistant, tx, site, profile.notify, notice);
    return true;
  });
  await markRest(store, site.id);
  return isMade;
}

/** Finishes what was too much for one transaction; a killed process leaves it to the next digest. */
async function markRest(store: Store, siteId: string): Promise<void> {
  if (!(await hasQuestionChanges(store, siteId))) return;
  await finishQuestionChanges(store, siteId);
  while (
    (await store.write((tx) => markHandledNotified(tx, siteId, markedAtOnce))) === markedAtOnce
  );
  await store.write(async (tx) => {
    await lockDigest(tx, siteId);
    if (!(await hasUnnotified(tx, siteId))) await disarmDigest(tx, siteId);
  });
}

const markedAtOnce = 200;

/** What waits in the outbox: only ids. The texts are read when it is sent, so that deleted ones are left out. */
export interface DigestContent {
  readonly total: number;
  readonly groups: number;
  readonly top: readonly { readonly count: number; readonly ids: readonly string[] }[];
}

function contentOf(groups: readonly (readonly string[])[]): DigestContent {
  return {
    total: groups.reduce((sum, { length }) => sum + length, 0),
    groups: groups.length,
    top: groups.slice(0, siteLimits.digestGroupsMax).map((ids) => ({
      count: ids.length,
      ids: ids.slice(0, siteLimits.digestWordingsMax * 2),
    })),
  };
}
