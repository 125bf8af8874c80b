import { type Language, siteSlugSchema } from '@baraza/contract';
import { type Registry, requireOwner } from '../../access/owners.ts';
import { isoTime } from '../../kernel/clock.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Plan, type Plans, planOf } from '../../limits/plans.ts';
import { findSite, type SiteRow, setSitePlan, sitesOf } from '../../store/site/sites.ts';
import { type MonthlyUsage, monthlyUsage } from '../../store/site/usage.ts';
import type { Reader } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { freeze, writeMovedSite } from './move-out.ts';
import { createSite, relocateSite, setStatus, unfreezeSite } from './sites.ts';

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
  'sites pause': async (
    context,
    { id, moving = false }: { readonly id: string; readonly moving?: boolean },
  ) => {
    const site = await requireSite(context.store, id);
    if (!moving) return changeStatus(context, site, 'paused');
    await freeze(context.store, id);
    return { id, status: 'frozen' as const };
  },
  'sites resume': async (context, input: { readonly id: string }) => {
    const site = await requireSite(context.store, input.id);
    if (site.status !== 'frozen') return changeStatus(context, site, 'active');
    const { id, status } = await context.store.write((tx) => unfreezeSite(tx, site.id));
    const { outbox } = await context.assistant();
    for (const kind of ['notice', 'mail', 'arrival', 'send'] as const) outbox.wake(kind);
    return { id, status };
  },
  'sites relocate': async (
    context,
    input: { readonly id: string; readonly base: string | null },
  ) => {
    const { id } = await requireSite(context.store, input.id);
    const here = { ...context, publicUrl: context.siteUrl };
    return { id, ...(await relocateSite(here, undefined, id, input.base)) };
  },
  'sites export': async (context, { id, file }: { readonly id: string; readonly file: string }) => {
    const site = await requireSite(context.store, id);
    return { id, file, ...(await writeMovedSite(await context.assistant(), site, file)) };
  },
  'sites import': async (
    context,
    { file, owner }: { readonly file: string; readonly owner?: string | undefined },
  ) => {
    // It needs what no other of these commands does.
    const { readMovedSite } = await import('./move-in.ts');
    const ownerId = owner === undefined ? undefined : (await requireOwner(context.store, owner)).id;
    const { site, from, plan } = await readMovedSite(await context.assistant(), file, ownerId);
    const isPlanKnown = Object.hasOwn(context.plans, plan);
    return { id: site.id, owner: site.owner_id, from, plan, isPlanKnown };
  },
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

async function changeStatus(
  context: SiteAdminContext,
  { id }: SiteRow,
  to: 'active' | 'paused',
): Promise<Pick<SiteRow, 'id' | 'status'>> {
  const { status } = await context.store.write((tx) => setStatus(context, tx, undefined, id, to));
  return { id, status };
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
