/** One-time links: how somebody gets into the console without ever holding a credential. */
import { siteSlugSchema } from '@baraza/contract';
import type { Keyring } from '../access/keys.ts';
import { requireOwner } from '../access/owners.ts';
import { Problem } from '../kernel/problem.ts';
import type { SiteAdminContext } from '../site/sites/admin-context.ts';
import { createSite } from '../site/sites/sites.ts';
import { cancelLinks } from '../store/console.ts';
import { findSite } from '../store/site/sites.ts';
import type { Writer } from '../store/store.ts';
import { makeSignInLink } from './sessions.ts';

export interface InviteDesk extends Keyring, Pick<SiteAdminContext, 'planOfNew'> {
  /** Where people reach the console. */
  readonly consoleUrl: () => string;
}

export interface Invitation {
  readonly url: string;
  readonly expiresAt: string;
}

interface WantedInvitation {
  /** An id or a name. */
  readonly owner: string;
  readonly operator: boolean;
  /** A site that the owner is to find; made where there is none of this name. */
  readonly site?: string | undefined;
}

export function invite(desk: InviteDesk, wanted: WantedInvitation): Promise<Invitation> {
  return desk.store.write(async (tx) => {
    const owner = await requireOwner(tx, wanted.owner);
    if (wanted.site !== undefined) await provideSite(desk, tx, owner.id, wanted.site);
    // A link that was sent to the wrong person ends with the next one.
    await cancelLinks(tx, owner.id);
    const { token, expiresAt } = await makeSignInLink(desk, tx, {
      ownerId: owner.id,
      operator: wanted.operator,
    });
    // Behind the hash, which no browser sends: the token is in no log of a proxy, and in no Referer.
    return { url: `${desk.consoleUrl()}/#/enter/${token}`, expiresAt };
  });
}

/** Operator commands of the console. */
export const consoleOperations = {
  'owners invite': (desk: InviteDesk, input: WantedInvitation) => invite(desk, input),
} as const;

async function provideSite(
  desk: InviteDesk,
  tx: Writer,
  ownerId: string,
  name: string,
): Promise<void> {
  const slug = siteSlugSchema.safeParse(name);
  if (!slug.success)
    throw new Problem('invalid', slug.error.issues[0]?.message ?? 'The site must have a name.');
  const known = await findSite(tx, slug.data);
  if (known?.owner_id !== ownerId)
    await createSite(desk, tx, ownerId, { id: slug.data, profile: {} });
}
