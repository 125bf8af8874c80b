/** Sessions of the console: what opens one, what it may do, and when it ends. */
import { randomBytes } from 'node:crypto';
import { consoleLimits, type SignIn } from '@baraza/contract';
import { findHeldKey, type Keyring, rightsOf } from '../access/keys.ts';
import type { Caller } from '../access/scopes.ts';
import { hashSecret } from '../access/secret.ts';
import { isoTime } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import {
  countSessions,
  deleteSession,
  findLink,
  findSession,
  insertLink,
  insertSession,
  keepNewestSessions,
  type SessionRow,
  takeLink,
} from '../store/console.ts';
import { consoleKeyOf, type KeyRow, touchKey } from '../store/keys.ts';
import { holdOwner } from '../store/owners.ts';
import type { Writer } from '../store/store.ts';

/** A caller of both services who is signed in, with their session. */
export interface SessionCaller extends Caller {
  readonly session: {
    readonly hash: string;
    readonly kind: 'key' | 'owner' | 'link';
    readonly operator: boolean;
    /** What it was opened with; undefined for a link. */
    readonly credential: { readonly id: string; readonly name: string } | undefined;
    /** When the credential itself ends; null for never. */
    readonly credentialEndsAt: number | null;
    /** Whether its key was made by the session of another one. */
    readonly isChild: boolean;
    /** When its use was last recorded. */
    readonly seenAt: number;
    readonly expiresAt: number;
  };
}

interface Opened {
  /** The text of the cookie, which is not stored. */
  readonly token: string;
  readonly signed: SessionCaller;
}

/** Opens a session and ends the one that the browser had: a sign-in never takes over an existing session. */
export async function signIn(
  ring: Keyring,
  { credential, link }: SignIn,
  oldToken: string | undefined,
): Promise<Opened> {
  const key = credential === undefined ? undefined : await findHeldKey(ring, credential);
  if (credential !== undefined && key === undefined)
    throw new Problem(
      'unauthorized',
      'This credential is not valid: it is mistyped, or has ended.',
    );
  const nowMs = ring.clock();
  // Read before the transaction: guesses must not delay writes.
  if (link !== undefined && (await findLink(ring.store, linkHash(ring, link), nowMs)) === undefined)
    throw usedUp();
  const token = randomBytes(32).toString('base64url');
  const hash = sessionHash(ring, token);
  await ring.store.write(async (tx) => {
    const opened =
      key === undefined ? await useLink(ring, tx, link ?? '') : await useKey(ring, tx, key);
    if (oldToken !== undefined) await deleteSession(tx, sessionHash(ring, oldToken));
    await makeRoom(tx, opened, nowMs);
    await insertSession(tx, {
      ...opened,
      hash,
      createdAt: nowMs,
      expiresAt: nowMs + consoleLimits.sessionMs,
    });
  });
  const signed = await findSigned(ring, token);
  if (signed === undefined) throw notSignedIn();
  return { token, signed };
}

/** The caller of a cookie, read from the store each time, with the keys that the session depends on. */
export async function findSigned(ring: Keyring, token: string): Promise<SessionCaller | undefined> {
  const row = await findSession(ring.store, sessionHash(ring, token), ring.clock());
  return row === undefined ? undefined : signedOf(row);
}

export async function signOut(ring: Keyring, { session }: SessionCaller): Promise<void> {
  await ring.store.write((tx) => deleteSession(tx, session.hash));
}

/** Makes a one-time link for an owner; only its hash is stored. */
export async function makeSignInLink(
  ring: Pick<Keyring, 'pepper' | 'clock'>,
  tx: Writer,
  wanted: { readonly ownerId: string; readonly operator: boolean },
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const nowMs = ring.clock();
  const expiresAt = nowMs + consoleLimits.linkMs;
  await insertLink(tx, { ...wanted, hash: linkHash(ring, token), createdAt: nowMs, expiresAt });
  return { token, expiresAt: isoTime(expiresAt) };
}

export function notSignedIn(): Problem {
  return new Problem(
    'unauthorized',
    'Nobody is signed in, or the session has ended; sign in again.',
  );
}

interface Opening {
  readonly ownerId: string;
  readonly actingId: string;
  readonly credentialId: string | null;
  readonly operator: boolean;
}

/** A new session of a credential replaces its oldest one, but no session of another credential. */
async function makeRoom(tx: Writer, opening: Opening, nowMs: number): Promise<void> {
  const { ownerId, actingId, credentialId } = opening;
  const { sessionsPerCredentialMax, sessionsPerOwnerMax } = consoleLimits;
  await holdOwner(tx, ownerId);
  if (credentialId !== null)
    await keepNewestSessions(tx, credentialId, sessionsPerCredentialMax - 1);
  const open = await countSessions(tx, ownerId, credentialId === actingId, nowMs);
  if (open >= sessionsPerOwnerMax)
    throw new Problem(
      'quota',
      `This owner is signed in ${sessionsPerOwnerMax} times already; sign out somewhere first.`,
    );
}

async function useKey(ring: Keyring, tx: Writer, key: KeyRow): Promise<Opening> {
  const ownerId = key.owner_id;
  await touchKey(tx, key.id, ring.clock());
  const actingId = key.type === 'platform' ? key.id : await consoleKey(ring, tx, ownerId);
  return { ownerId, actingId, credentialId: key.id, operator: false };
}

async function useLink(ring: Keyring, tx: Writer, token: string): Promise<Opening> {
  const link = await takeLink(tx, linkHash(ring, token), ring.clock());
  if (link === undefined) throw usedUp();
  const { owner_id: ownerId, operator } = link;
  const actingId = await consoleKey(ring, tx, ownerId);
  return { ownerId, actingId, credentialId: null, operator: operator === 1 };
}

async function consoleKey(ring: Keyring, tx: Writer, ownerId: string): Promise<string> {
  const wanted = { id: ring.makeId('key'), ownerId, createdAt: ring.clock() };
  const key = await consoleKeyOf(tx, wanted);
  // It ends only with its owner, who is being deleted.
  if (key === undefined || key.revoked_at !== null) throw usedUp();
  return key.id;
}

function usedUp(): Problem {
  return new Problem(
    'unauthorized',
    'This link was used already or has expired; ask whoever runs this server for a new one.',
  );
}

function signedOf(row: SessionRow): SessionCaller {
  const { credential_id: id, credential_name: name } = row;
  const kind = id === null ? 'link' : id === row.acting_id ? 'key' : 'owner';
  return {
    keyId: row.acting_id,
    keyName: row.acting_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    ...rightsOf(row),
    sessionHash: row.hash,
    session: {
      hash: row.hash,
      kind,
      operator: row.operator === 1,
      credential: id === null ? undefined : { id, name: name ?? '' },
      credentialEndsAt: row.credential_expires_at,
      isChild: row.credential_parent_id !== null,
      seenAt: row.last_seen_at ?? row.created_at,
      expiresAt: row.expires_at,
    },
  };
}

// Different prefixes for the same hash: the token of a link must not open a session, nor that of a key.
function sessionHash({ pepper }: Pick<Keyring, 'pepper'>, token: string): string {
  return hashSecret(pepper, `console session ${token}`);
}

function linkHash({ pepper }: Pick<Keyring, 'pepper'>, token: string): string {
  return hashSecret(pepper, `console link ${token}`);
}
