/** The text in a mailed link that shows who reads the mail of an address: of one member, for one address. */
import type { Keyring } from '../../access/keys.ts';
import { createMac } from '../../access/mac.ts';
import { cancelLinks } from '../../store/console.ts';
import { confirmEmail, findMemberWithEmail, type MemberRow } from '../../store/members.ts';
import type { Writer } from '../../store/store.ts';

type Context = Pick<Keyring, 'pepper' | 'clock'>;

/** Nothing is stored: it is worth something only in a session of the member, or with a link that opens one. */
export function proveAddress(
  { pepper }: Context,
  { id, email }: Pick<MemberRow, 'id' | 'email'>,
  expiresAt: number,
): string {
  return `${expiresAt}.${createMac(pepper).of('member address', sealed(id, email, expiresAt))}`;
}

/**
 * Confirms the address of a member, in a transaction that holds the lock of the owner. The first of several members
 * with the same address has it. Links on their way to the address before it end.
 */
export async function confirmAddress(
  { pepper, clock }: Context,
  tx: Writer,
  { id, owner_id: ownerId, email, confirmed_email: before }: MemberRow,
  proof: string,
): Promise<'confirmed' | 'invalid' | 'taken'> {
  const [until = '', code = ''] = proof.split('.');
  const expiresAt = Number(until);
  const isProof = createMac(pepper).isOf('member address', sealed(id, email, expiresAt), code);
  if (email === null || !isProof || expiresAt <= clock()) return 'invalid';
  if (email === before) return 'confirmed';
  if ((await findMemberWithEmail(tx, { ownerId, email, except: id })) !== undefined) return 'taken';
  await confirmEmail(tx, id, email);
  await cancelLinks(tx, id);
  return 'confirmed';
}

function sealed(id: string, email: string | null, expiresAt: number): string {
  return `${id} ${email} ${expiresAt}`;
}
