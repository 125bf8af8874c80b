import { dayMs, siteLimits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { pruneAsks } from '../../store/site/asks.ts';
import { hasLeadsBefore, pruneLeads } from '../../store/site/leads.ts';
import { hasQuestionsBefore, pruneQuestions } from '../../store/site/questions.ts';
import { sitesOf } from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { finishRemovals } from './site-removal.ts';

// The rows deleted in one transaction, so that other writers do not wait long.
const atOnce = 1_000;

/**
 * Deletes questions and leads after the retention time of their site; counts stay. Also finishes interrupted deletions
 * of sites.
 */
export async function forgetOldVisits(
  assistant: Pick<Assistant, 'store' | 'clock' | 'profiles'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, clock, profiles } = assistant;
  let deleted = 0;
  const remove = async (prune: (tx: Writer) => Promise<number>) => {
    let gone: number;
    do {
      gone = await store.write(prune);
      deleted += gone;
    } while (gone >= atOnce && !isStopped());
  };
  await finishRemovals(store, undefined, isStopped);
  await remove((tx) => pruneAsks(tx, clock() - siteLimits.replayKeptMs, atOnce));
  for (const site of await sitesOf(store, undefined)) {
    if (isStopped()) break;
    await breathe();
    const { id } = site;
    const { retention_days: days } = await profiles.headOf(site);
    const beforeMs = clock() - (days ?? siteLimits.retentionDaysDefault) * dayMs;
    if (await hasQuestionsBefore(store, id, beforeMs))
      await remove((tx) => pruneQuestions(tx, id, beforeMs, atOnce));
    if (await hasLeadsBefore(store, id, beforeMs))
      await remove((tx) => pruneLeads(tx, id, beforeMs, atOnce));
  }
  return deleted;
}
