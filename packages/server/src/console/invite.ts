/** One-time links, which sign an owner in without a credential. */
import { siteSlugSchema } from '@baraza/contract';
import type { Keyring } from '../access/keys.ts';
import { requireOwner } from '../access/owners.ts';
import { invalid } from '../kernel/problem.ts';
import type { SiteAdminContext } from '../site/sites/site-operations.ts';
import { createSite } from '../site/sites/sites.ts';
import { cancelLinks } from '../store/console.ts';
import { deleteOperatorPasskeys } from '../store/passkeys.ts';
import { findSite } from '../store/site/sites.ts';
import type { Writer } from '../store/store.ts';
import { ensureFirstOwner } from './people/first-owner.ts';
import { linkUrl, makeSignInLink } from './sessions.ts';

export interface InviteContext extends Keyring, Pick<SiteAdminContext, 'planOfNew'> {
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
  /** A site to create for the owner, unless they have it. */
  readonly site?: string | undefined;
  /** Removes the operator's passkeys, for an operator who has lost theirs. Only the command line sends it. */
  readonly resetPasskeys?: boolean | undefined;
}

export function invite(context: InviteContext, wanted: WantedInvitation): Promise<Invitation> {
  return context.store.write(async (tx) => {
    const owner = await requireOwner(tx, wanted.owner);
    if (wanted.site !== undefined) await provideSite(context, tx, owner.id, wanted.site);
    const { id: memberId } = await ensureFirstOwner(context, tx, owner.id);
    // A new link ends the earlier ones, which may have been sent to the wrong person.
    await cancelLinks(tx, memberId);
    if (wanted.resetPasskeys === true) await deleteOperatorPasskeys(tx, memberId);
    const { token, expiresAt } = await makeSignInLink(context, tx, {
      ownerId: owner.id,
      memberId,
      operator: wanted.operator,
    });
    return { url: linkUrl(context.consoleUrl(), token), expiresAt };
  });
}

/** Operator commands of the console. */
export const consoleOperations = {
  'owners invite': (context: InviteContext, input: WantedInvitation) => invite(context, input),
} as const;

async function provideSite(
  context: InviteContext,
  tx: Writer,
  ownerId: string,
  name: string,
): Promise<void> {
  const slug = siteSlugSchema.safeParse(name);
  if (!slug.success) throw invalid(slug.error.issues[0]?.message ?? 'The site must have a name.');
  const known = await findSite(tx, slug.data);
  if (known?.owner_id !== ownerId)
    await createSite(context, tx, ownerId, { id: slug.data, profile: {} });
}
