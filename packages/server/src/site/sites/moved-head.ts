/** What an export of a whole site says about the site itself, its owner and the owner's members. */
import { emailAddressOf, memberRoles, siteKeyPattern, siteSlugSchema } from '@baraza/contract';
import { z } from 'zod';
import type { Seal } from '../../access/seal.ts';
import { conflict } from '../../kernel/problem.ts';
import { insertMember, membersOf } from '../../store/members.ts';
import { findOwner, insertOwner } from '../../store/owners.ts';
import { usesCountedSince } from '../../store/site/entry-uses.ts';
import { confirmedMailboxes, insertConfirmedMailbox } from '../../store/site/mailboxes.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { arriveSite, siteOfKey } from '../../store/site/sites.ts';
import type { Reader, Writer } from '../../store/store.ts';

const name = z.string().min(1).max(200);
const id = z.string().min(1).max(100);
const time = z.int().min(0).max(8_640_000_000_000_000);
// Only an address as it can be confirmed here is one that signs in.
const address = z
  .string()
  .nullable()
  .transform((email) => (email !== null && emailAddressOf(email) === email ? email : null));

export const movedHeadSchema = z.object({
  /** The address of the server that the site leaves. */
  from: z.url({ protocol: /^https?$/ }).max(500),
  site: z.object({
    id: siteSlugSchema,
    key: z.string().regex(new RegExp(siteKeyPattern)),
    key_created_at: time,
    created_at: time,
    paused_at: time.nullable(),
    plan: z.string().min(1).max(100),
    /** Signs the notices to the owner's webhook. */
    notify_secret: z.string().max(500).nullable(),
    uses_since: time,
  }),
  owner: z.object({ id, name }),
  members: z.array(z.object({ id, name, email: address, role: z.enum(memberRoles) })).max(1_000),
  /** Addresses for notices that the owner has confirmed. */
  mailboxes: z.array(z.object({ email: z.string().max(320), confirmed_at: time })).max(100),
});
export type MovedHead = z.output<typeof movedHeadSchema>;

export async function readHead(
  reader: Reader,
  seal: Seal,
  site: SiteRow,
  from: string,
): Promise<MovedHead> {
  const { id, key, key_created_at, created_at, paused_at, plan, owner_id, notify_secret } = site;
  const owner = await findOwner(reader, owner_id);
  const members = await membersOf(reader, owner_id);
  return {
    from,
    site: {
      ...{ id, key, key_created_at, created_at, paused_at, plan },
      notify_secret: notify_secret === null ? null : seal.open(notify_secret),
      uses_since: await usesCountedSince(reader, id),
    },
    owner: { id: owner_id, name: owner?.name ?? owner_id },
    members: members.map(({ id, name, confirmed_email: email, role }) => ({
      ...{ id, name, email, role },
    })),
    mailboxes: await confirmedMailboxes(reader, owner_id),
  };
}

/** Gives a new site what it had; its owner must be here. */
export async function applyHead(tx: Writer, seal: Seal, site: SiteRow, head: MovedHead) {
  const { key, notify_secret } = head.site;
  if ((await siteOfKey(tx, key)) !== undefined)
    throw conflict('Another site here has the key of this site.');
  for (const mailbox of head.mailboxes) await insertConfirmedMailbox(tx, site.owner_id, mailbox);
  await arriveSite(tx, site.id, {
    ...head.site,
    notify_secret: notify_secret === null ? null : seal.close(notify_secret),
  });
}

/**
 * The owner keeps the id, so that later sites get the same owner. Members are copied only with a new owner: an owner
 * who exists here has members here. Keys and passkeys are never copied. They come after the members who are here, and
 * an address belongs to one of them: a person of another owner with the same address still finds theirs.
 */
export async function bringOwner(
  tx: Writer,
  { owner, members }: Pick<MovedHead, 'owner' | 'members'>,
  nowMs: number,
): Promise<string> {
  if ((await findOwner(tx, owner.id))?.id === owner.id) return owner.id;
  const made = { id: owner.id, createdAt: nowMs };
  if ((await insertOwner(tx, { ...made, name: owner.name })) === 0)
    await insertOwner(tx, { ...made, name: `${owner.name} ${owner.id}` });
  const taken = new Set<string>();
  for (const [index, { id, name, role, email: given }] of members.entries()) {
    const email = given === null || taken.has(given) ? null : given;
    if (email !== null) taken.add(email);
    await insertMember(tx, {
      ...{ id, name, email, confirmed_email: email, role },
      owner_id: owner.id,
      created_at: nowMs + index,
      joined_at: null,
    });
  }
  return owner.id;
}
