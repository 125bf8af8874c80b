/** The members of an owner: who they are, what they may do, and how they sign in. */
import {
  consoleLimits,
  type InvitedMember,
  type Member,
  type MemberChange,
  type MemberInvitation,
  type MemberList,
  type NewMember,
} from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { conflict, Problem } from '../../kernel/problem.ts';
import { isWithinRates } from '../../limits/rate.ts';
import { cancelLinks, sessionsOfMember } from '../../store/console.ts';
import { endKeysOfMember } from '../../store/keys.ts';
import {
  countMembers,
  countOtherOwners,
  deleteMember,
  findMember,
  findMemberWithEmail,
  insertMember,
  type ListedMember,
  type MemberRow,
  membersOf,
  updateMember,
} from '../../store/members.ts';
import { lockOwner } from '../../store/owners.ts';
import type { Writer } from '../../store/store.ts';
import { whileAlive } from '../caller-keys.ts';
import type { Console } from '../console.ts';
import { linkUrl, makeSignInLink, personOf, type SessionCaller } from '../sessions.ts';
import { proveAddress } from './address-proof.ts';
import { invitationMail } from './link-mail.ts';
import { sendConfirmation } from './own-address.ts';

export async function listMembers(console: Console, signed: SessionCaller): Promise<MemberList> {
  const { id } = personOf(signed);
  const rows = await membersOf(console.platform.store, signed.ownerId);
  return { members: rows.map((row) => viewMember(row, id)) };
}

export async function addMember(
  console: Console,
  signed: SessionCaller,
  { name, email = null, role }: NewMember,
): Promise<InvitedMember> {
  const { keyring } = console;
  const { id: ownId } = personOf(signed);
  const { ownerId } = signed;
  const nowMs = keyring.clock();
  const common = { id: keyring.makeId('member'), owner_id: ownerId, name, email, role };
  const since = { confirmed_email: null, created_at: nowMs, joined_at: null };
  const member: MemberRow = { ...common, ...since };
  const { membersPerOwnerMax } = consoleLimits;
  const link = await whileAlive(keyring, signed).store.write(async (tx) => {
    // Counted and checked one after the other.
    await lockOwner(tx, ownerId);
    await assertStillOwner(tx, signed);
    if ((await countMembers(tx, ownerId)) >= membersPerOwnerMax)
      throw new Problem('quota', `There are ${membersPerOwnerMax} members; remove one first.`);
    await assertFreeEmail(tx, member);
    await insertMember(tx, member);
    return makeInvitation(console, tx, member);
  });
  const view = viewMember({ ...member, passkeys: 0, last_seen_at: null }, ownId);
  return { ...view, ...(await sendInvitation(console, signed, member, link)) };
}

/** A new link; it ends the earlier ones of the member, which may have been sent to the wrong person. */
export async function inviteMember(
  console: Console,
  signed: SessionCaller,
  id: string,
): Promise<MemberInvitation> {
  personOf(signed);
  const { ownerId } = signed;
  const { member, link } = await whileAlive(console.keyring, signed).store.write(async (tx) => {
    await assertStillOwner(tx, signed);
    const found = await requireMember(tx, ownerId, id);
    await cancelLinks(tx, id);
    return { member: found, link: await makeInvitation(console, tx, found) };
  });
  return sendInvitation(console, signed, member, link);
}

/** Members change their own name and address, owners those of all and their roles. */
export async function changeMember(
  console: Console,
  signed: SessionCaller,
  id: string,
  change: MemberChange,
): Promise<Member> {
  const { id: ownId } = personOf(signed);
  const { ownerId } = signed;
  const { keyring } = console;
  const { moved, ended } = await whileAlive(keyring, signed).store.write(async (tx) => {
    await lockOwner(tx, ownerId);
    const member = await requireMember(tx, ownerId, id);
    if (id !== ownId || change.role !== undefined) await assertStillOwner(tx, signed);
    const { name = member.name, email = member.email, role = member.role } = change;
    // Until a new address is confirmed, the old one stays valid.
    const confirmed_email = email === null ? null : member.confirmed_email;
    const changed = { ...member, name, email, confirmed_email, role };
    if (email !== member.email) await assertFreeEmail(tx, changed);
    if (member.role === 'owner' && role !== 'owner') {
      await assertAnotherOwner(tx, ownerId, id);
      // Keys have all rights of an owner.
      await endKeysOfMember(tx, id, keyring.clock());
    }
    await updateMember(tx, changed);
    // A link on its way to an address that is no longer theirs must not open anything.
    if (email !== member.email && confirmed_email === null) await cancelLinks(tx, id);
    return {
      moved: email === member.email ? undefined : changed,
      ended: role === member.role ? [] : await sessionsOfMember(tx, id),
    };
  });
  // Their streams were opened with the role that they had; the sessions themselves go on.
  for (const hash of ended) console.watch.announceEnd(hash);
  if (moved !== undefined) await sendConfirmation(console, signed, moved);
  return viewedMember(console, signed, id);
}

export async function viewedMember(
  { keyring }: Console,
  signed: SessionCaller,
  id: string,
): Promise<Member> {
  const rows = await membersOf(keyring.store, signed.ownerId);
  const found = rows.find((row) => row.id === id);
  if (found === undefined) throw absentMember();
  return viewMember(found, personOf(signed).id);
}

/** Ends the sessions of the member and the keys that they made at once, in every process. */
export async function removeMember(
  console: Console,
  signed: SessionCaller,
  id: string,
): Promise<void> {
  personOf(signed);
  const { ownerId } = signed;
  const ended = await whileAlive(console.keyring, signed).store.write(async (tx) => {
    await lockOwner(tx, ownerId);
    await assertStillOwner(tx, signed);
    const { role } = await requireMember(tx, ownerId, id);
    if (role === 'owner') await assertAnotherOwner(tx, ownerId, id);
    const hashes = await sessionsOfMember(tx, id);
    await endKeysOfMember(tx, id, console.keyring.clock());
    await deleteMember(tx, id);
    return hashes;
  });
  for (const hash of ended) console.watch.announceEnd(hash);
}

// The role may have changed since the request was admitted.
async function assertStillOwner(tx: Writer, signed: SessionCaller): Promise<void> {
  const own = await findMember(tx, signed.ownerId, personOf(signed).id);
  if (own?.role !== 'owner') throw new Problem('scope', 'Only an owner can change members.');
}

async function assertAnotherOwner(tx: Writer, ownerId: string, id: string): Promise<void> {
  if ((await countOtherOwners(tx, ownerId, id)) > 0) return;
  throw conflict('This is the last owner; make another member an owner first.');
}

async function assertFreeEmail(tx: Writer, { owner_id, email, id }: MemberRow): Promise<void> {
  if (email === null) return;
  const taken = await findMemberWithEmail(tx, { ownerId: owner_id, email, except: id });
  if (taken !== undefined) throw conflict('Another member has this e-mail address already.');
}

async function requireMember(tx: Writer, ownerId: string, id: string): Promise<MemberRow> {
  const member = await findMember(tx, ownerId, id);
  if (member === undefined) throw absentMember();
  return member;
}

type Link = Awaited<ReturnType<typeof makeSignInLink>>;

function makeInvitation({ keyring }: Console, tx: Writer, member: MemberRow): Promise<Link> {
  const { owner_id: ownerId, id: memberId } = member;
  const lastsMs = consoleLimits.invitationMs;
  return makeSignInLink(keyring, tx, { ownerId, memberId, operator: false, lastsMs });
}

/** By e-mail too, if the member has an address and the server sends mail; above a limit only as a link. */
async function sendInvitation(
  { keyring, mailing, publicUrl }: Console,
  signed: SessionCaller,
  member: MemberRow,
  { token, expiresAt }: Link,
): Promise<MemberInvitation> {
  const url = linkUrl(publicUrl(), token);
  const { confirmed_email, joined_at, name } = member;
  // Before the first sign-in only an owner can have entered the address, afterwards the member, who may be wrong.
  const email = confirmed_email ?? (joined_at === null ? member.email : null);
  if (mailing === undefined || email === null) return { url, expiresAt, mailed: false };
  const rate = {
    bucket: `console invitations ${signed.ownerId}`,
    max: consoleLimits.invitationsPerOwner,
    windowMs: consoleLimits.invitationsWindowMs,
  };
  const mailed = await isWithinRates(keyring.store, [rate], keyring.clock());
  if (mailed) {
    const by = personOf(signed).name;
    const proof = proveAddress(keyring, { ...member, email }, Date.parse(expiresAt));
    const text = invitationMail({ name, by, owner: signed.ownerName, url: `${url}.${proof}` });
    mailing({ ...text, to: email, id: keyring.makeId('notice') }, signed.ownerId);
  }
  return { url, expiresAt, mailed };
}

function viewMember(row: ListedMember, ownId: string): Member {
  const timeOf = (time: number | null) => (time === null ? null : isoTime(time));
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    confirmedEmail: row.confirmed_email,
    role: row.role,
    createdAt: isoTime(row.created_at),
    joinedAt: timeOf(row.joined_at),
    lastSeenAt: timeOf(row.last_seen_at),
    passkeys: Number(row.passkeys),
    current: row.id === ownId,
  };
}

function absentMember(): Problem {
  return new Problem('not_found', 'There is no such member.');
}
