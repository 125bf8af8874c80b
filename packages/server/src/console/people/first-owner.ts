import type { Keyring } from '../../access/keys.ts';
import { Problem } from '../../kernel/problem.ts';
import { firstMemberWithOwnerRole, insertMember, type MemberRow } from '../../store/members.ts';
import { findOwner, lockOwner } from '../../store/owners.ts';
import type { Writer } from '../../store/store.ts';

/**
 * The person who signs in with an owner's credential or with a link of the operator. An owner has this member from
 * the first sign-in on, under the name of the owner until they enter their own.
 */
export async function ensureFirstOwner(
  { makeId, clock }: Pick<Keyring, 'makeId' | 'clock'>,
  tx: Writer,
  ownerId: string,
): Promise<MemberRow> {
  // Two sign-ins at once must not make two.
  await lockOwner(tx, ownerId);
  const known = await firstMemberWithOwnerRole(tx, ownerId);
  if (known !== undefined) return known;
  const owner = await findOwner(tx, ownerId);
  if (owner === undefined) throw new Problem('unauthorized', 'This account no longer exists.');
  const nowMs = clock();
  const member: MemberRow = {
    id: makeId('member'),
    owner_id: ownerId,
    name: owner.name,
    email: null,
    confirmed_email: null,
    role: 'owner',
    created_at: nowMs,
    joined_at: nowMs,
  };
  await insertMember(tx, member);
  return member;
}
