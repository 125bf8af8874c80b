import { siteSlugSchema } from '@baraza/contract';
import { type Registry, requireOwner } from '../../access/owners.ts';
import { isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Plans } from '../../limits/plans.ts';
import { findSite, type SiteRow, setSitePlan, sitesOf } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { relocateSite } from './site-relocation.ts';
import { createSite, setStatus } from './sites.ts';

/** What the commands about sites work with. */
export interface SiteDesk extends Registry {
  readonly plans: Plans;
  readonly planOfNew: string;
  /** The address of this server. */
  readonly siteUrl: () => string;
}

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
    return (await sitesOf(desk.store, ownerId)).map((site) => ({
      id: site.id,
      owner: site.owner_id,
      status: site.status,
      plan: site.plan,
      key: site.key,
      createdAt: isoTime(site.created_at),
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

function changeStatus(desk: SiteDesk, id: string, status: SiteRow['status']) {
  return desk.store.write(async (tx) => {
    await requireSite(tx, id);
    const site = await setStatus(desk, tx, undefined, id, status);
    return { id: site.id, status: site.status };
  });
}

async function requireSite(reader: Reader, id: string): Promise<SiteRow> {
  const site = await findSite(reader, id);
  if (site === undefined) throw new Problem('site', `There is no site ${id}; see sites list.`);
  return site;
}

function checkedPlan({ plans }: SiteDesk, name: string): string {
  if (Object.hasOwn(plans, name)) return name;
  const names = Object.keys(plans).join(', ');
  throw new Problem('invalid', `The plan must be one of ${names}, not ${name}.`);
}
