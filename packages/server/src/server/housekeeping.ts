/** The jobs that keep an installation tidy, and those that are due at a time. */
import { hourMs, limits } from '@baraza/contract';
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
import type { Job } from './jobs.ts';

const dueCheckMs = 30_000;

/** Deletes old activity and orphaned blobs. */
export function platformJobs(platform: Platform): readonly Job[] {
  const hourly = { everyMs: hourMs, isShared: true };
  const { store, blobs, startedAtMs } = platform;
  // At the start alone. In a bucket, a request of the earlier process may still be executed.
  let sinceMs = store.otherProcesses === undefined && blobs.isPrivate ? startedAtMs : undefined;
  return [
    { ...hourly, name: 'months', run: () => keepMonths(platform) },
    { ...hourly, name: 'housekeeping', run: () => tidy(platform) },
    {
      name: 'blobs',
      everyMs: hourMs,
      // Each process sweeps its own files; shared objects are swept by one process for all.
      isShared: !blobs.isPrivate,
      run: async (isStopped) => {
        const swept = await sweepBlobs(platform, isStopped, sinceMs);
        sinceMs = undefined;
        if (swept > 0)
          platform.log.info('bytes that no object refers to were removed', { blobs: swept });
      },
    },
  ];
}

/** Deletes what is past the retention of its site, and does what has a time. */
export function siteJobs(assistant: Assistant): readonly Job[] {
  return [
    {
      name: 'retention',
      everyMs: hourMs,
      isShared: true,
      run: async (isStopped) => {
        await reclaimQuestions(assistant.store, assistant.clock());
        await forgetOldVisits(assistant, isStopped);
        await forgetOldReports(assistant);
      },
    },
    {
      name: 'digests',
      everyMs: dueCheckMs,
      run: (isStopped) => makeDueDigests(assistant, isStopped),
    },
    // Gives a conversation back to the assistant if the member who took it has been silent for too long.
    {
      name: 'returns',
      everyMs: dueCheckMs,
      run: (isStopped) => returnOverdueConversations(assistant, isStopped),
    },
  ];
}

/** Makes the tables of the next months, and drops those of old ones. */
async function keepMonths({ store, clock }: Platform): Promise<void> {
  const nowMs = clock();
  await addPartitions(store, nowMs);
  await dropPartitions(store, 'activity', { keptSinceMs: () => nowMs - limits.activityKeptMs });
  await mergeDeliveries(store, nowMs);
}

async function tidy(platform: Platform): Promise<void> {
  await forgetOld(platform);
  await discardOldImports(platform);
  await deleteOldEntries(platform);
  await platform.store.write((tx) => pruneConsole(tx, platform.clock()));
  platform.recordUpkeep.wake();
}
