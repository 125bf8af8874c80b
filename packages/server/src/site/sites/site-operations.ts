import { type Language, siteSlugSchema } from '@baraza/contract';
import { type Registry, requireOwner } from '../../access/owners.ts';
import { isoTime } from '../../kernel/clock.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Plan, type Plans, planOf } from '../../limits/plans.ts';
import { findSite, type SiteRow, setSitePlan, sitesOf } from '../../store/site/sites.ts';
import { type MonthlyUsage, monthlyUsage } from '../../store/site/usage.ts';
import type { Reader } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { proposeMoves } from '../moves/balance.ts';
import { createSite, relocateSite, setStatus } from './sites.ts';

/** The operator's commands about the sites of all owners. */
export const siteOperations = {
  'sites create': (
    context,
    input: {
      readonly id: string;
      readonly owner: string;
      readonly plan?: string | undefined;
      readonly languages?: readonly Language[] | undefined;
    },
  ) => {
    const slug = siteSlugSchema.safeParse(input.id);
    if (!slug.success) throw invalid(slug.error.issues[0]?.message ?? 'id must be a name.');
    const plan = checkedPlan(context, input.plan ?? context.planOfNew);
    return context.store.write(async (tx) => {
      const owner = await requireOwner(tx, input.owner);
      const site = await createSite(context, tx, owner.id, {
        id: slug.data,
        plan,
        profile: input.languages === undefined ? {} : { languages: [...input.languages] },
      });
      return { id: site.id, key: site.key, plan: site.plan };
    });
  },
  'sites list': async (context, input: { readonly owner?: string }) => {
    const ownerId =
      input.owner === undefined ? undefined : (await requireOwner(context.store, input.owner)).id;
    const [sites, used] = await Promise.all([
      sitesOf(context.store, ownerId),
      monthlyUsage(context.store.scan('operator'), context.clock()),
    ]);
    return sites.map((site) => ({
      id: site.id,
      owner: site.owner_id,
      status: site.status,
      plan: site.plan,
      key: site.key,
      createdAt: isoTime(site.created_at),
      usage: usageView(used.get(site.id), planOf(context.plans, site.plan)),
    }));
  },
  'sites plan': (context, input: { readonly id: string; readonly plan: string }) => {
    const plan = checkedPlan(context, input.plan);
    return context.store.write(async (tx) => {
      const site = await requireSite(tx, input.id);
      await setSitePlan(tx, site.id, plan);
      return { id: site.id, plan };
    });
  },
  'sites pause': (context, input: { readonly id: string }) =>
    changeStatus(context, input.id, 'paused'),
  'sites resume': (context, input: { readonly id: string }) =>
    changeStatus(context, input.id, 'active'),
  'sites move': async (context, input: { readonly id: string; readonly base: string | null }) => {
    const { id } = await requireSite(context.store, input.id);
    return {
      id,
      ...(await relocateSite(
        { ...context, publicUrl: context.siteUrl },
        undefined,
        id,
        input.base,
      )),
    };
  },
  'sites move-to': async (context, input: { readonly id: string; readonly to: string }) =>
    (await context.assistant()).moves.move(input.id, input.to),
  'sites move-cancel': async (context, input: { readonly id: string }) =>
    (await context.assistant()).moves.cancel(input.id),
  'sites moves': async (context, _input: object) => (await context.assistant()).moves.list(),
  'nodes balance': (context, _input: object) => proposeMoves(context),
} as const satisfies {
  readonly [name: string]: (context: SiteAdminContext, input: never) => Promise<unknown>;
};

/** The usage of this month and the limits of the plan; null means no limit. */
function usageView(used: MonthlyUsage | undefined, plan: Plan) {
  return {
    questions: { used: used?.questions ?? 0, limit: plan.questions },
    answered: used?.answered ?? 0,
    leads: used?.leads ?? 0,
    voice: { used: used?.voice ?? 0, limit: plan.voice },
    liveSeconds: { used: used?.live_seconds ?? 0, limit: plan.live_seconds },
  };
}

function changeStatus(context: SiteAdminContext, id: string, status: SiteRow['status']) {
  return context.store.write(async (tx) => {
    await requireSite(tx, id);
    const site = await setStatus(context, tx, undefined, id, status);
    return { id: site.id, status: site.status };
  });
}

function checkedPlan({ plans }: SiteAdminContext, name: string): string {
  if (Object.hasOwn(plans, name)) return name;
  const names = Object.keys(plans).join(', ');
  throw invalid(`The plan must be one of ${names}, not ${name}.`);
}

/** The dependencies of the commands about sites. */
export interface SiteAdminContext extends Registry {
  readonly plans: Plans;
  readonly planOfNew: string;
  readonly siteUrl: () => string;
  /** The assistant of the running server, or one that works on the store alone. */
  readonly assistant: () => Promise<Assistant>;
}

export async function requireSite(reader: Reader, id: string): Promise<SiteRow> {
  const site = await findSite(reader, id);
  if (site === undefined) throw new Problem('site', `There is no site ${id}; see sites list.`);
  return site;
}
