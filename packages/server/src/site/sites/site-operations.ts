import { siteSlugSchema } from '@baraza/contract';
import { requireOwner } from '../../access/owners.ts';
import { isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Plan, planOf } from '../../limits/plans.ts';
import { type SiteRow, setSitePlan, sitesOf } from '../../store/site/sites.ts';
import { type MonthlyUsage, monthlyUsage } from '../../store/site/usage.ts';
import { requireSite, type SiteDesk } from './site-desk.ts';
import { relocateSite } from './site-relocation.ts';
import { createSite, setStatus } from './sites.ts';

/** What whoever runs the server can do with the sites of all owners. */
export const siteOperations = {
  'sites create': (
    desk: SiteDesk,
    input: { readonly id: string; readonly owner: string; readonly plan?: string },
  ) => {
    const slug = siteSlugSchema.safeParse(input.id);
    if (!slug.success)
      throw new Problem('invalid', slug.error.issues[0]?.message ?? 'id must be a name.');
    const plan = checkedPlan(desk, input.plan ?? desk.planOfNew);
    return desk.store.write(async (tx) => {
      const owner = await requireOwner(tx, input.owner);
      const { site } = await createSite(desk, tx, owner.id, { id: slug.data, plan, profile: {} });
      return { id: site.id, key: site.key, plan: site.plan };
    });
  },
  'sites list': async (desk: SiteDesk, input: { readonly owner?: string }) => {
    const ownerId =
      input.owner === undefined ? undefined : (await requireOwner(desk.store, input.owner)).id;
    const [sites, used] = await Promise.all([
      sitesOf(desk.store, ownerId),
      monthlyUsage(desk.store, desk.clock()),
    ]);
    return sites.map((site) => ({
      id: site.id,
      owner: site.owner_id,
      status: site.status,
      plan: site.plan,
      key: site.key,
      createdAt: isoTime(site.created_at),
      usage: usageView(used.get(site.id), planOf(desk.plans, site.plan)),
    }));
  },
  'sites plan': (desk: SiteDesk, input: { readonly id: string; readonly plan: string }) => {
    const plan = checkedPlan(desk, input.plan);
    return desk.store.write(async (tx) => {
      const site = await requireSite(tx, input.id);
      await setSitePlan(tx, site.id, plan);
      return { id: site.id, plan };
    });
  },
  'sites pause': (desk: SiteDesk, input: { readonly id: string }) =>
    changeStatus(desk, input.id, 'paused'),
  'sites resume': (desk: SiteDesk, input: { readonly id: string }) =>
    changeStatus(desk, input.id, 'active'),
  'sites move': async (
    desk: SiteDesk,
    input: { readonly id: string; readonly base: string | null },
  ) => {
    const { id } = await requireSite(desk.store, input.id);
    return {
      id,
      ...(await relocateSite({ ...desk, publicUrl: desk.siteUrl }, undefined, id, input.base)),
    };
  },
} as const;

/** What a site used of this month, and how much its plan allows; null is without limit. */
function usageView(used: MonthlyUsage | undefined, plan: Plan) {
  return {
    questions: { used: used?.questions ?? 0, limit: plan.questions },
    answered: used?.answered ?? 0,
    leads: used?.leads ?? 0,
    voice: { used: used?.voice ?? 0, limit: plan.voice },
    liveSeconds: { used: used?.live_seconds ?? 0, limit: plan.live_seconds },
  };
}

function changeStatus(desk: SiteDesk, id: string, status: SiteRow['status']) {
  return desk.store.write(async (tx) => {
    await requireSite(tx, id);
    const site = await setStatus(desk, tx, undefined, id, status);
    return { id: site.id, status: site.status };
  });
}

function checkedPlan({ plans }: SiteDesk, name: string): string {
  if (Object.hasOwn(plans, name)) return name;
  const names = Object.keys(plans).join(', ');
  throw new Problem('invalid', `The plan must be one of ${names}, not ${name}.`);
}
