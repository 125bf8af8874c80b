import { planOf } from '../../limits/plans.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { giveUsage, takeUsage } from '../../store/site/usage.ts';
import type { Assistant } from '../assistant.ts';

/**
 * Takes one spoken text of the month's allowance, in one statement, which is exact for any number of processes.
 * Undefined when none is left; otherwise the function that gives it back.
 */
export async function takeVoice(
  { store, plans, clock, log }: Pick<Assistant, 'store' | 'plans' | 'clock' | 'log'>,
  site: Pick<SiteRow, 'id' | 'plan'>,
): Promise<(() => Promise<void>) | undefined> {
  const max = planOf(plans, site.plan).voice ?? undefined;
  const one = { amount: 1, max, nowMs: clock() };
  const taken = await store.write((tx) => takeUsage(tx, site.id, 'voice', one));
  if (taken === undefined) return undefined;
  return async () => {
    await store
      .write((tx) => giveUsage(tx, site.id, 'voice', { ...taken, amount: 1 }))
      .catch((cause: unknown) => log.warn('an allowance was not given back', { cause }));
  };
}
