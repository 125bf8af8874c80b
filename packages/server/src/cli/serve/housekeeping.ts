import { hourMs } from '@baraza/contract';
import { idTimeMs } from '../../kernel/id.ts';
import { forgetOldReports } from '../../nodes/reports.ts';
import { forgetOld } from '../../platform/activity.ts';
import { sweepOrphans } from '../../platform/objects/objects.ts';
import type { Platform } from '../../platform/platform.ts';
import { discardOldImports } from '../../platform/records/staged-import.ts';
import type { Assistant } from '../../site/assistant.ts';
import { makeDueDigests } from '../../site/notices/digests.ts';
import { forgetOldVisits } from '../../site/sites/retention.ts';
import { pruneConsole } from '../../store/console.ts';

const everyMs = hourMs;
const digestLookMs = 30_000;

/** Deletes old activity and orphaned blobs, at the start and hourly. */
export function startHousekeeping(platform: Platform): () => Promise<void> {
  return hourly((isStopped) => {
    // Stops early on shutdown: listing a million blobs takes a while.
    const names = () => until(isStopped, platform.blobs.names());
    return tidyOnce({ ...platform, blobs: { ...platform.blobs, names } });
  });
}

/** Deletes questions and leads past the retention period of their site, at the start and hourly. */
export function startRetention(assistant: Assistant): () => Promise<void> {
  return hourly(async (isStopped) => {
    try {
      await forgetOldVisits(assistant, isStopped);
      await forgetOldReports(assistant);
    } catch (cause) {
      assistant.log.warn('old questions and leads could not be deleted', { cause });
    }
  });
}

/** Makes the digests of unanswered questions when they are due. */
export function startDigests(assistant: Assistant): () => Promise<void> {
  return repeat(digestLookMs, async (isStopped) => {
    try {
      await makeDueDigests(assistant, isStopped);
    } catch (cause) {
      assistant.log.warn('due digests could not be read', { cause });
    }
  });
}

function hourly(job: (isStopped: () => boolean) => Promise<void>): () => Promise<void> {
  return repeat(everyMs, job);
}

function repeat(
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

async function tidyOnce(platform: Platform): Promise<void> {
  try {
    await forgetOld(platform);
    await discardOldImports(platform);
    await platform.store.write((tx) => pruneConsole(tx, platform.clock()));
    platform.recordUpkeep.wake();
    // Only blobs older than this process: its own uploads may be in flight.
    const swept = await sweepOrphans(platform, platform.startedAtMs, idTimeMs);
    if (swept > 0) platform.log.info('orphaned objects were removed', { swept });
  } catch (cause) {
    platform.log.warn('housekeeping failed', { cause });
  }
}

async function* until<Item>(
  isOver: () => boolean,
  items: AsyncIterable<Item>,
): AsyncIterable<Item> {
  for await (const item of items) {
    if (isOver()) return;
    yield item;
  }
}
