import {
  type PlanView,
  planNamePattern,
  planSchema,
  type SavedPlan,
  usualRates,
} from '@baraza/contract';
import { conflict, invalid, Problem } from '../kernel/problem.ts';
import { countSitesOfPlan, forgetPlan, sitesByPlan, storePlan } from '../store/server-settings.ts';
import type { Store } from '../store/store.ts';
import type { PlanBook } from './plan-book.ts';
import { defaultPlans, type Plan, type PlanRates } from './plans.ts';

export interface PlanContext {
  readonly store: Store;
  readonly planBook: PlanBook;
  /** The plan of new sites. */
  readonly planOfNew: string;
}

/** What is left out stays as it is; a new plan has no limits but the usual rates. */
type PlanChange = Partial<Omit<Plan, 'rates'>> & { readonly rates?: Partial<PlanRates> };

/** The operator's commands about plans. */
export const planOperations = {
  'plans list': async ({ store, planBook }: PlanContext, _input: object): Promise<PlanView[]> => {
    const used = new Map(
      (await sitesByPlan(store)).map(({ plan, sites }) => [plan, Number(sites)]),
    );
    return Object.keys(planBook.plans).map((name) => ({
      ...viewOf(planBook, name),
      sites: used.get(name) ?? 0,
    }));
  },
  'plans set': async (
    { store, planBook }: PlanContext,
    { name, change }: { readonly name: string; readonly change: PlanChange },
  ): Promise<SavedPlan> => {
    assertChangeable(planBook, name);
    const before = planNamed(planBook, name) ?? unlimited;
    const rates = { ...before.rates, ...change.rates };
    const checked = planSchema.safeParse({ ...before, ...change, rates });
    if (!checked.success)
      throw invalid(checked.error.issues[0]?.message ?? 'This is not a valid plan.');
    await store.write((tx) => storePlan(tx, name, JSON.stringify(checked.data)));
    await planBook.refresh();
    return viewOf(planBook, name);
  },
  'plans remove': async (
    { store, planBook, planOfNew }: PlanContext,
    { name }: { readonly name: string },
  ) => {
    if (planNamed(planBook, name) === undefined)
      throw new Problem('not_found', `There is no plan ${name}.`);
    assertChangeable(planBook, name);
    const isBuiltIn = Object.hasOwn(defaultPlans, name);
    if (!isBuiltIn && name === planOfNew)
      throw conflict(`New sites get ${name}, by BARAZA_PLAN; set another plan there first.`);
    const removed = await store.write(async (tx) => {
      const sites = isBuiltIn ? 0 : await countSitesOfPlan(tx, name);
      if (sites > 0)
        throw conflict(
          `${sites} ${sites === 1 ? 'site has' : 'sites have'} the plan ${name}; give them another one first.`,
        );
      return forgetPlan(tx, name);
    });
    if (removed === 0) throw conflict(`${name} is built in; it can be changed, but not removed.`);
    await planBook.refresh();
    return { name, removed: true, plan: isBuiltIn ? viewOf(planBook, name) : null } as const;
  },
} as const;

const unlimited: Plan = {
  questions: null,
  voice: null,
  live_seconds: null,
  live_sessions: null,
  rates: usualRates,
};

function planNamed({ plans }: PlanBook, name: string): Plan | undefined {
  return Object.hasOwn(plans, name) ? plans[name] : undefined;
}

function assertChangeable({ fromFile }: PlanBook, name: string): void {
  if (!planNamePattern.test(name))
    throw invalid('The name of a plan has 1 to 40 lower-case letters, digits and hyphens.');
  if (Object.hasOwn(fromFile, name))
    throw conflict(
      `The file of BARAZA_PLANS names ${name}; change it there and start the server again.`,
    );
}

function viewOf(book: PlanBook, name: string): SavedPlan {
  return { name, ...(planNamed(book, name) ?? unlimited), origin: originOf(book, name) };
}

function originOf({ plans, fromFile }: PlanBook, name: string): SavedPlan['origin'] {
  if (Object.hasOwn(fromFile, name)) return 'file';
  if (!Object.hasOwn(defaultPlans, name)) return 'own';
  return plans[name] === defaultPlans[name] ? 'built-in' : 'changed';
}
