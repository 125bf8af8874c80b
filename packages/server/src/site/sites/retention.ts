import { dayMs, siteLimits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { deleteHeld, forgetKeys } from '../../store/outbox.ts';
import { dropPartitions } from '../../store/partitions.ts';
import { pruneAsks } from '../../store/site/asks.ts';
import { sitesOf } from '../../store/site/sites.ts';
import { hasVisitsBefore, pruneVisits, visitTables } from '../../store/site/visits.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { finishAllQuestionChanges } from '../questions/question-changes.ts';
import { deleteInSteps, finishRemovals } from './site-removal.ts';

/**
 * Deletes questions, leads and conversations after the retention time of their site; counts stay. Also finishes
 * interrupted deletions of sites.
 */
export async function forgetOldVisits(
  assistant: Pick<Assistant, 'store' | 'clock' | 'profiles'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, clock } = assistant;
  await finishRemovals(store, undefined, isStopped);
  await finishAllQuestionChanges(store, isStopped);
  let deleted = 0;
  for (const { prune, keptMs } of [
    { prune: pruneAsks, keptMs: siteLimits.replayKeptMs },
    // An address that was not confirmed by then does not get them.
    { prune: deleteHeldMail, keptMs: 7 * dayMs },
    // Meta repeats a delivery for up to seven days.
    { prune: forgetKeys, keptMs: 8 * dayMs },
  ]) {
    const beforeMs = clock() - keptMs;
    deleted += await deleteInSteps(store, (tx, max) => prune(tx, beforeMs, max), isStopped);
  }
  let retentions = await retentionDays(assistant, isStopped);
  if (isStopped()) return deleted;
  // What cannot be dropped is still deleted, row by row.
  const fault = await dropPartitions(store, 'questions', {
    keptSinceMs: () => clock() - longest(retentions) * dayMs,
    refresh: async () => {
      retentions = await retentionDays(assistant);
    },
  }).catch((error: unknown) => error);
  for (const [id, days] of retentions) {
    if (isStopped()) break;
    await breathe();
    const beforeMs = clock() - days * dayMs;
    for (const table of Object.values(visitTables))
      if (await hasVisitsBefore(store, table, id, beforeMs))
        deleted += await deleteInSteps(
          store,
          (tx, limit) => pruneVisits(tx, table, id, { beforeMs, limit }),
          isStopped,
        );
  }
  if (fault !== undefined) throw fault;
  return deleted;
}

function deleteHeldMail(tx: Writer, beforeMs: number, limit: number): Promise<number> {
  return deleteHeld(tx, 'mail', beforeMs, limit);
}

function longest(retentions: ReadonlyMap<string, number>): number {
  return retentions.values().reduce((days, other) => Math.max(days, other), 0);
}

async function retentionDays(
  { store, profiles }: Pick<Assistant, 'store' | 'profiles'>,
  isStopped: () => boolean = () => false,
): Promise<ReadonlyMap<string, number>> {
  const days = new Map<string, number>();
  for (const site of await sitesOf(store, undefined)) {
    if (isStopped()) break;
    await breathe();
    const { retention_days } = await profiles.headOf(site);
    days.set(site.id, retention_days ?? siteLimits.retentionDaysDefault);
  }
  return days;
}
