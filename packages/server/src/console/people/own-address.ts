/**
 * Addresses of members. Anyone could enter the address of another person, so an address signs in only after its member
 * opened a link that was sent to it: the mailed invitation, or a link that counts only in their own session. An address
 * that nobody confirmed blocks no one, and until a new one is confirmed the old one stays valid.
 */
import { consoleLimits } from '@baraza/contract';
import { createMac } from '../../access/mac.ts';
import { conflict, Problem } from '../../kernel/problem.ts';
import { isWithinRates } from '../../limits/rate.ts';
import { mailboxOf } from '../../site/notices/mailbox.ts';
import { findMember, type MemberRow } from '../../store/members.ts';
import { lockOwner } from '../../store/owners.ts';
import { whileAlive } from '../caller-keys.ts';
import type { Console } from '../console.ts';
import { confirmationUrl, personOf, type SessionCaller } from '../sessions.ts';
import { confirmAddress, proveAddress } from './address-proof.ts';
import { confirmationMail } from './link-mail.ts';

/** Sends the link if the address is to be confirmed; false above the limits, and if the server sends no mail. */
export async function sendConfirmation(
  { keyring, mailing, publicUrl }: Console,
  { ownerName }: Pick<SessionCaller, 'ownerName'>,
  member: Pick<MemberRow, 'id' | 'owner_id' | 'name' | 'email' | 'confirmed_email' | 'joined_at'>,
): Promise<boolean> {
  const { id, owner_id: ownerId, name, email, confirmed_email: confirmed, joined_at } = member;
  // Whoever has not signed in yet has no session to confirm it in; their invitation does.
  const isWaiting = email !== null && email !== confirmed && joined_at !== null;
  if (!isWaiting || mailing === undefined) return false;
  const nowMs = keyring.clock();
  const { confirmationsPerAddress, confirmationsPerOwner } = consoleLimits;
  const windowMs = consoleLimits.confirmationsWindowMs;
  const address = createMac(keyring.pepper).of('e-mail address', mailboxOf(email));
  const rates = [
    { bucket: `console confirm ${ownerId}`, max: confirmationsPerOwner, windowMs },
    { bucket: `console confirm ${ownerId} ${address}`, max: confirmationsPerAddress, windowMs },
  ];
  if (!(await isWithinRates(keyring.store, rates, nowMs))) return false;
  const proof = proveAddress(keyring, { id, email }, nowMs + consoleLimits.confirmationMs);
  const text = confirmationMail({
    name,
    owner: ownerName,
    url: confirmationUrl(publicUrl(), proof),
  });
  mailing({ ...text, to: email, id: keyring.makeId('notice') }, ownerId);
  return true;
}

/** Sends the link again to the person who is signed in. */
export async function sendOwnConfirmation(console: Console, signed: SessionCaller): Promise<void> {
  const member = await findMember(console.keyring.store, signed.ownerId, personOf(signed).id);
  if (member?.email === undefined || member.email === null)
    throw conflict('You have no e-mail address; save one first.');
  if (member.email === member.confirmed_email) throw conflict('Your address is confirmed already.');
  if (console.mailing === undefined)
    throw conflict('This server sends no mail: BARAZA_SMTP_URL is not set.');
  if (!(await sendConfirmation(console, signed, member)))
    throw new Problem('rate', 'The link was sent several times today; try again tomorrow.');
}

/** Confirms the address of the person who is signed in. */
export async function confirmOwnAddress(
  { keyring }: Console,
  signed: SessionCaller,
  proof: string,
): Promise<void> {
  const { id } = personOf(signed);
  const result = await whileAlive(keyring, signed).store.write(async (tx) => {
    await lockOwner(tx, signed.ownerId);
    const member = await findMember(tx, signed.ownerId, id);
    return member === undefined ? 'invalid' : confirmAddress(keyring, tx, member, proof);
  });
  if (result === 'taken') throw conflict('Another member has this e-mail address already.');
  if (result === 'invalid')
    throw conflict(
      'This link has expired, or is for another address or another person; send a new one.',
    );
}
