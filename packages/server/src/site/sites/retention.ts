import { dayMs, siteLimits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { pruneAsks } from '../../store/site/asks.ts';
import { hasLeadsBefore, pruneLeads } from '../../store/site/leads.ts';
import { hasQuestionsBefore, pruneQuestions } from '../../store/site/questions.ts';
import { sitesOf } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { deleteInSteps, finishRemovals } from './site-removal.ts';

/**
 * Deletes questions and leads after the retention time of their site; counts stay. Also finishes interrupted deletions
 * of sites.
 */
export async function forgetOldVisits(
  assistant: Pick<Assistant, 'store' | 'clock' | 'profiles'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, clock, profiles } = assistant;
  await finishRemovals(store, undefined, isStopped);
  const repeatableMs = clock() - siteLimits.replayKeptMs;
  let deleted = await deleteInSteps(
    store,
    (tx, max) => pruneAsks(tx, repeatableMs, max),
    isStopped,
  );
  for (const site of await sitesOf(store, undefined)) {
    if (isStopped()) break;
    await breathe();
    const { id } = site;
    const { retention_days: days } = await profiles.headOf(site);
    const beforeMs = clock() - (days ?? siteLimits.retentionDaysDefault) * dayMs;
    if (await hasQuestionsBefore(store, id, beforeMs))
      deleted += await deleteInSteps(
        store,
        (tx, max) => pruneQuestions(tx, id, beforeMs, max),
        isStopped,
      );
    if (await hasLeadsBefore(store, id, beforeMs))
      deleted += await deleteInSteps(
        store,
        (tx, max) => pruneLeads(tx, id, beforeMs, max),
        isStopped,
      );
  }
  return deleted;
}
