import { storedPlans } from '../store/server-settings.ts';
import type { Reader } from '../store/store.ts';
import { defaultPlans, type Plan, type Plans } from './plans.ts';

/** The plans in force; the operator changes them while servers run. */
export type PlanBook = Awaited<ReturnType<typeof openPlanBook>>;

export async function openPlanBook(reader: Reader, fromFile: Plans) {
  const plans: { [name: string]: Plan } = {};
  const read = async () => {
    const current = plansInForce(await storedPlans(reader), fromFile);
    for (const name of Object.keys(plans)) delete plans[name];
    Object.assign(plans, current);
  };
  // Plans are read one after the other, so that the newest are read last.
  let reading = read();
  await reading;
  return {
    /** Changed in place, so that every holder sees each change. */
    plans,
    /** The plans in the file of BARAZA_PLANS; the operator cannot change them. */
    fromFile,
    /** Reads the stored plans; called after a change, here or in another process. */
    refresh: () => {
      reading = reading.catch(() => {}).then(read);
      return reading;
    },
  };
}

/** The built-in plans, replaced and extended by those of the store, then by those of the file. */
function plansInForce(
  stored: readonly { readonly name: string; readonly value: string }[],
  fromFile: Plans,
): Plans {
  const own = stored.map(({ name, value }) => [name, JSON.parse(value) as Plan] as const);
  return { ...defaultPlans, ...Object.fromEntries(own), ...fromFile };
}
