/** Sessions of the console: what opens one, what it may do, and when it ends. */
import { randomBytes } from 'node:crypto';
import { consoleLimits, type MemberRole, type SignIn } from '@baraza/contract';
import { rightsOf } from '../access/key-rights.ts';
import { findHeldKey, type Keyring } from '../access/keys.ts';
import type { Caller } from '../access/scopes.ts';
import { hashSecret } from '../access/secret.ts';
import { isoTime } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import {
  cancelLinks,
  countKeySessions,
  deleteSession,
  findLink,
  findSession,
  insertLink,
  insertSession,
  keepNewestSessions,
  type SessionRow,
} from '../store/console.ts';
import { consoleKeyOf, type KeyRow, touchKey } from '../store/keys.ts';
import { findMember, markJoined } from '../store/members.ts';
import { lockOwner } from '../store/owners.ts';
import type { Writer } from '../store/store.ts';
import { confirmAddress } from './people/address-proof.ts';
import { ensureFirstOwner } from './people/first-owner.ts';

/** A caller of both services who is signed in, with their session. */
export interface SessionCaller extends Caller {
  readonly session: {
    readonly hash: string;
    readonly kind: 'key' | 'owner' | 'link' | 'passkey';
    /** The person; undefined for a platform key. */
    readonly member: SessionMember | undefined;
    readonly role: MemberRole;
    readonly operator: boolean;
    /** Whether it becomes a session of the operator by a passkey. */
    readonly operatorWaits: boolean;
    /** What it was opened with; undefined for a link. */
    readonly credential: { readonly id: string; readonly name: string } | undefined;
    /** Keys made in this session end with this member: the one who made its credential, else its own. */
    readonly maker: string | null;
    /** When the credential itself ends; null for never. */
    readonly credentialEndsAt: number | null;
    /** Whether its key was made by the session of another one. */
    readonly isChild: boolean;
    /** When its use was last recorded. */
    readonly seenAt: number;
    readonly expiresAt: number;
  };
}

interface SessionMember {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** The address that signs in. */
  readonly confirmedEmail: string | null;
  /** The name that visitors see; null until the person has entered one: the first owner has the name of the account. */
  readonly firstName: string | null;
}

export interface Opened {
  /** The text of the cookie, which is not stored. */
  readonly token: string;
  readonly signed: SessionCaller;
}

/** Opens a session and ends the one that the browser had: a sign-in never takes over an existing session. */
export async function signIn(
  ring: Keyring,
  { credential, link }: Pick<SignIn, 'credential' | 'link'>,
  oldToken: string | undefined,
): Promise<Opened> {
  const key = credential === undefined ? undefined : await findHeldKey(ring, credential);
  if (credential !== undefined && key === undefined)
    throw new Problem(
      'unauthorized',
      'This credential is not valid: it is mistyped, or has ended.',
    );
  // Read before the transaction: guesses must not delay writes.
  if (
    link !== undefined &&
    (await findLink(ring.store, linkHash(ring, tokenOf(link)), ring.clock())) === undefined
  )
    throw usedUp();
  return openSession(ring, oldToken, (tx) =>
    key === undefined ? useLink(ring, tx, link ?? '') : useKey(ring, tx, key),
  );
}

/** Opens a session in the transaction that checks what opens it. */
export async function openSession(
  ring: Keyring,
  oldToken: string | undefined,
  use: (tx: Writer) => Promise<Opening>,
): Promise<Opened> {
  const nowMs = ring.clock();
  const token = randomBytes(32).toString('base64url');
  await ring.store.write(async (tx) => {
    const opening = await use(tx);
    if (oldToken !== undefined) await deleteSession(tx, sessionHash(ring, oldToken));
    await makeRoom(tx, opening, nowMs);
    if (opening.memberId !== null) await markJoined(tx, opening.memberId, nowMs);
    await insertSession(tx, {
      ...opening,
      hash: sessionHash(ring, token),
      createdAt: nowMs,
      expiresAt: nowMs + lifeMsOf(isKeySession(opening) ? 'key' : 'link'),
    });
  });
  const signed = await findSigned(ring, token);
  if (signed === undefined) throw notSignedIn();
  return { token, signed };
}

/** How long a session lasts: that of a person from each use on. */
export function lifeMsOf(kind: SessionCaller['session']['kind']): number {
  return kind === 'key' ? consoleLimits.keySessionMs : consoleLimits.sessionMs;
}

/** The caller of a cookie, read from the store each time, with the keys that the session depends on. */
export async function findSigned(ring: Keyring, token: string): Promise<SessionCaller | undefined> {
  const row = await findSession(ring.store, sessionHash(ring, token), ring.clock());
  return row === undefined ? undefined : signedOf(row);
}

/** Makes a one-time link for a member; only its hash is stored. */
export async function makeSignInLink(
  ring: Pick<Keyring, 'pepper' | 'clock'>,
  tx: Writer,
  wanted: {
    readonly ownerId: string;
    readonly operator: boolean;
    readonly memberId: string;
    readonly lastsMs?: number;
  },
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const { ownerId, operator, memberId, lastsMs = consoleLimits.linkMs } = wanted;
  const token = randomBytes(32).toString('base64url');
  const nowMs = ring.clock();
  const expiresAt = nowMs + lastsMs;
  const hash = linkHash(ring, token);
  await insertLink(tx, { ownerId, operator, memberId, hash, createdAt: nowMs, expiresAt });
  return { token, expiresAt: isoTime(expiresAt) };
}

/** Where a link leads. In the fragment, which browsers do not send: no proxy logs the token, and no Referer has it. */
export function linkUrl(consoleUrl: string, token: string): string {
  return `${consoleUrl}/#/enter/${token}`;
}

/** Where the link leads that confirms an address. */
export function confirmationUrl(consoleUrl: string, proof: string): string {
  return `${consoleUrl}/#/account/${proof}`;
}

/** The person of a session; throws the refusal of a platform key, which is not a person. */
export function personOf({ session }: SessionCaller): SessionMember {
  if (session.member !== undefined) return session.member;
  throw new Problem(
    'scope',
    'This is for people; sign in by a link, a passkey or an owner credential.',
  );
}

export function notSignedIn(): Problem {
  return new Problem(
    'unauthorized',
    'You are not signed in, or the session has ended; sign in again.',
  );
}

interface Opening {
  readonly ownerId: string;
  readonly actingId: string;
  readonly credentialId: string | null;
  readonly memberId: string | null;
  readonly passkeyId: string | null;
  readonly operator: boolean;
}

function isKeySession({ credentialId, actingId }: Opening): boolean {
  return credentialId === actingId;
}

/** A new session replaces the oldest one of its credential or member, but none of others. */
async function makeRoom(tx: Writer, opening: Opening, nowMs: number): Promise<void> {
  const { ownerId, credentialId, memberId } = opening;
  const { sessionsPerCredentialMax, sessionsPerMemberMax, sessionsPerOwnerMax } = consoleLimits;
  await lockOwner(tx, ownerId);
  if (credentialId !== null)
    await keepNewestSessions(tx, { credentialId }, sessionsPerCredentialMax - 1);
  if (memberId !== null) await keepNewestSessions(tx, { memberId }, sessionsPerMemberMax - 1);
  if (isKeySession(opening) && (await countKeySessions(tx, ownerId, nowMs)) >= sessionsPerOwnerMax)
    throw new Problem(
      'quota',
      `The keys of this owner are signed in ${sessionsPerOwnerMax} times already; sign out somewhere first.`,
    );
}

async function useKey(ring: Keyring, tx: Writer, key: KeyRow): Promise<Opening> {
  const ownerId = key.owner_id;
  await touchKey(tx, key.id, ring.clock());
  const common = { ownerId, credentialId: key.id, passkeyId: null, operator: false };
  if (key.type === 'platform') return { ...common, actingId: key.id, memberId: null };
  const { id: memberId } = await ensureFirstOwner(ring, tx, ownerId);
  return { ...common, actingId: await consoleKey(ring, tx, ownerId), memberId };
}

/** Of the links of a person the first that is used ends the others, whoever asked for them. */
async function useLink(ring: Keyring, tx: Writer, text: string): Promise<Opening> {
  const hash = linkHash(ring, tokenOf(text));
  const known = await findLink(tx, hash, ring.clock());
  if (known === undefined) throw usedUp();
  const { owner_id: ownerId, member_id: memberId } = known;
  // Two links of one person at once: the second one finds that it has ended.
  await lockOwner(tx, ownerId);
  const link = await findLink(tx, hash, ring.clock());
  const member = await findMember(tx, ownerId, memberId);
  if (link === undefined || member === undefined) throw usedUp();
  await cancelLinks(tx, memberId);
  const proof = text.slice(tokenOf(text).length + 1);
  if (proof !== '') await confirmAddress(ring, tx, member, proof);
  const actingId = await consoleKey(ring, tx, ownerId);
  const common = { ownerId, actingId, memberId, operator: link.operator === 1 };
  return { ...common, credentialId: null, passkeyId: null };
}

/** A link in a mail also has a proof of the address that it was sent to, after a dot. */
function tokenOf(link: string): string {
  return link.split('.', 1)[0] ?? '';
}

/** The key that people of an owner act with. */
export async function consoleKey(ring: Keyring, tx: Writer, ownerId: string): Promise<string> {
  const wanted = { id: ring.makeId('key'), ownerId, createdAt: ring.clock() };
  const key = await consoleKeyOf(tx, wanted);
  // It ends only with its owner, who is being deleted.
  if (key === undefined || key.revoked_at !== null) throw usedUp();
  return key.id;
}

function usedUp(): Problem {
  return new Problem(
    'unauthorized',
    'This link was used already or has expired; ask for a new one.',
  );
}

function signedOf(row: SessionRow): SessionCaller {
  const { credential_id: id, credential_name: name } = row;
  const { member_id: memberId, member_name: memberName } = row;
  const member =
    memberId === null
      ? undefined
      : {
          id: memberId,
          name: memberName ?? '',
          email: row.member_email,
          confirmedEmail: row.member_confirmed_email,
          firstName: (memberName !== row.owner_name && memberName?.trim().split(/\s+/)[0]) || null,
        };
  const isPerson = id === null || row.passkey_id !== null;
  return {
    keyId: row.acting_id,
    // Changes are attributed to the person.
    keyName: isPerson ? (member?.name ?? row.acting_name) : row.acting_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    ...rightsOf(row),
    sessionHash: row.hash,
    person:
      isPerson && member !== undefined
        ? { name: member.name, role: row.member_role ?? 'owner' }
        : undefined,
    firstName: member?.firstName ?? undefined,
    session: {
      hash: row.hash,
      kind: sessionKind(row),
      member,
      maker: id === null ? memberId : row.credential_member_id,
      role: row.member_role ?? 'owner',
      operator: row.operator === 1,
      operatorWaits: row.operator_waits === 1,
      credential: id === null ? undefined : { id, name: name ?? '' },
      credentialEndsAt: row.credential_expires_at,
      isChild: row.credential_parent_id !== null,
      seenAt: row.last_seen_at ?? row.created_at,
      expiresAt: row.expires_at,
    },
  };
}

/** How a session was opened. */
export function sessionKind(
  row: Pick<SessionRow, 'acting_id' | 'credential_id' | 'passkey_id'>,
): SessionCaller['session']['kind'] {
  if (row.passkey_id !== null) return 'passkey';
  if (row.credential_id === null) return 'link';
  return row.credential_id === row.acting_id ? 'key' : 'owner';
}

// Different prefixes for the same hash: the token of a link must not open a session, nor that of a key.
function sessionHash({ pepper }: Pick<Keyring, 'pepper'>, token: string): string {
  return hashSecret(pepper, `console session ${token}`);
}

function linkHash({ pepper }: Pick<Keyring, 'pepper'>, token: string): string {
  return hashSecret(pepper, `console link ${token}`);
}
