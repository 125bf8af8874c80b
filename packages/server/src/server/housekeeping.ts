import { hourMs, limits, minuteMs } from '@baraza/contract';
import { reclaimQuestions } from '../limits/allowance.ts';
import { forgetOldReports } from '../nodes/reports.ts';
import { forgetOld } from '../platform/activity.ts';
import { deleteOldEntries } from '../platform/forms/forms.ts';
import { sweepBlobs } from '../platform/objects/blob-removal.ts';
import type { Platform } from '../platform/platform.ts';
import { discardOldImports } from '../platform/records/staged-import.ts';
import type { Assistant } from '../site/assistant.ts';
import { returnOverdueConversations } from '../site/conversations/conversations.ts';
import { makeDueDigests } from '../site/notices/digests.ts';
import { forgetOldVisits } from '../site/sites/retention.ts';
import { pruneConsole } from '../store/console.ts';
import { addPartitions, dropPartitions, mergeDeliveries } from '../store/partitions.ts';
import { runWithLease } from './run-with-lease.ts';

const everyMs = hourMs;
const digestCheckMs = 30_000;
const leaseCheckMs = minuteMs;

/** Deletes old activity and orphaned blobs, at the start and hourly. */
export function startHousekeeping(platform: Platform): () => Promise<void> {
  const stopForgetting = hourly(platform, 'housekeeping', () => tidyOnce(platform));
  const { store, blobs, startedAtMs } = platform;
  // At the start alone. In a bucket, a request of the earlier process may still be executed.
  let sinceMs = store.otherProcesses === undefined && blobs.isPrivate ? startedAtMs : undefined;
  const sweep = (isStopped: () => boolean) => {
    const swept = sweepOnce(platform, isStopped, sinceMs);
    sinceMs = undefined;
    return swept;
  };
  // Each process sweeps its own files; shared objects are swept by one process for all.
  const stopSweeping = blobs.isPrivate ? repeat(everyMs, sweep) : hourly(platform, 'blobs', sweep);
  return async () => {
    await Promise.all([stopForgetting(), stopSweeping()]);
  };
}

/** Deletes questions and leads past the retention period of their site, at the start and hourly. */
export function startRetention(assistant: Assistant): () => Promise<void> {
  return hourly(assistant, 'retention', (isStopped) =>
    attempt(assistant, 'old questions and leads could not be deleted', async () => {
      await reclaimQuestions(assistant.store, assistant.clock());
      await forgetOldVisits(assistant, isStopped);
      await forgetOldReports(assistant);
    }),
  );
}

/** Makes the digests of unanswered questions when they are due. */
export function startDigests(assistant: Assistant): () => Promise<void> {
  return repeat(digestCheckMs, (isStopped) =>
    attempt(assistant, 'due digests could not be read', () => makeDueDigests(assistant, isStopped)),
  );
}

/** Gives a conversation back to the assistant if the member who took it has been silent for too long. */
export function startReturns(assistant: Assistant): () => Promise<void> {
  return repeat(digestCheckMs, (isStopped) =>
    attempt(assistant, 'overdue conversations could not be returned', () =>
      returnOverdueConversations(assistant, isStopped),
    ),
  );
}

/** Runs a job at the start and every hour; if several processes share the store, in one of them at a time. */
function hourly(
  parts: Pick<Platform, 'store' | 'clock' | 'log'>,
  name: string,
  job: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  if (parts.store.otherProcesses === undefined) return repeat(everyMs, job);
  return repeat(leaseCheckMs, async (isStopped) => {
    try {
      await runWithLease(parts, { name, everyMs }, isStopped, job);
    } catch (cause) {
      parts.log.warn('an hourly job could not be taken or ended', { name, cause });
    }
  });
}

/** Does a job now and again after each interval; the returned function ends it. */
export function repeat(
  everyMs: number,
  job: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let stopped = false;
  let working = Promise.resolve();
  const work = () => {
    working = working.then(() => (stopped ? undefined : job(() => stopped)));
  };
  const timer = setInterval(work, everyMs).unref();
  work();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await working;
  };
}

/** Makes the tables of the next months, and drops those of old ones. */
async function keepMonths({ store, clock }: Platform): Promise<void> {
  const nowMs = clock();
  await addPartitions(store, nowMs);
  await dropPartitions(store, 'activity', { keptSinceMs: () => nowMs - limits.activityKeptMs });
  await mergeDeliveries(store, nowMs);
}

async function tidyOnce(platform: Platform): Promise<void> {
  await attempt(platform, 'tables of months could not be made or dropped', () =>
    keepMonths(platform),
  );
  await attempt(platform, 'housekeeping failed', async () => {
    await forgetOld(platform);
    await discardOldImports(platform);
    await deleteOldEntries(platform);
    await platform.store.write((tx) => pruneConsole(tx, platform.clock()));
    platform.recordUpkeep.wake();
  });
}

async function sweepOnce(
  platform: Platform,
  isStopped: () => boolean,
  sinceMs: number | undefined,
): Promise<void> {
  await attempt(platform, 'orphaned objects could not be removed', async () => {
    const blobs = await sweepBlobs(platform, isStopped, sinceMs);
    if (blobs > 0) platform.log.info('bytes that no object refers to were removed', { blobs });
  });
}

/** A failure is logged: the job is done again at its next time. */
async function attempt(
  { log }: Pick<Platform, 'log'>,
  fault: string,
  job: () => Promise<unknown>,
): Promise<void> {
  try {
    await job();
  } catch (cause) {
    log.warn(fault, { cause });
  }
}
