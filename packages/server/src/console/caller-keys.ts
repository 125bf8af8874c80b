/** Keys in the console: a caller lists, makes and ends only those with no more rights than their own. */
import { dayMs, isScope, minuteMs, type NewKey, type Scope } from '@baraza/contract';
import {
  createKey,
  createOwnerCredential,
  type Keyring,
  type KeyView,
  listRecentKeys,
  revokeKey,
  rotateKey,
  viewKey,
  viewOf,
} from '../access/keys.ts';
import { Problem } from '../kernel/problem.ts';
import { aliveSessions } from '../store/console.ts';
import type { KeyRow } from '../store/keys.ts';
import { notSignedIn, type SessionCaller } from './sessions.ts';

type ShownKey = KeyView & { readonly isOwn: boolean };

/** A session of a platform key lists only keys with no more rights. */
export async function keysOf(ring: Keyring, signed: SessionCaller): Promise<readonly ShownKey[]> {
  const keys = await listRecentKeys(ring, signed.ownerId);
  return keys.filter((key) => isWithin(signed, key)).map((key) => shown(key, signed));
}

export async function makeKey(
  ring: Keyring,
  signed: SessionCaller,
  wanted: NewKey,
): Promise<ShownKey & { readonly key: string }> {
  const own = whileAlive(ring, signed);
  assertMayMake(signed);
  if (wanted.type === 'owner') {
    if (signed.session.kind === 'key')
      throw new Problem('scope', 'A platform key cannot create owner credentials.');
    const { store } = own;
    const { ownerId, session } = signed;
    const { maker } = session;
    const made = await createOwnerCredential(own, ownerId, wanted.name, store.write, maker);
    return issued(ring, signed, made);
  }
  const tooMuch = wanted.scopes.find((scope) => isScope(scope) && !coversScope(signed, scope));
  if (tooMuch !== undefined)
    throw new Problem('scope', `You do not have the scope ${tooMuch} yourself.`);
  const resources =
    wanted.resources ?? (signed.resources === 'all' ? undefined : [...signed.resources]);
  if (!(resources ?? []).every((id) => signed.resources === 'all' || signed.resources.has(id)))
    throw new Problem('scope', 'You can create keys only for the resources of your own key.');
  const { expiresInDays: days = null } = wanted;
  const made = await createKey(own, {
    owner: signed.ownerId,
    name: wanted.name,
    scopes: wanted.scopes,
    resources,
    expiresInMs: days === null ? null : days * dayMs,
    endsBy: endOf(signed),
    parentId: ownKeyOf(signed) ?? null,
    memberId: signed.session.maker,
  });
  return issued(ring, signed, made);
}

/** The session itself ends if its own key is rotated without grace. */
export async function replaceKey(
  ring: Keyring,
  signed: SessionCaller,
  id: string,
  graceMinutes: number,
): Promise<ShownKey & { readonly key: string }> {
  const own = ownKeyOf(signed);
  const made = await rotateKey(whileAlive(ring, signed), id, graceMinutes * minuteMs, {
    assertMay: (key) => {
      assertMayEnd(signed, key, id);
      // With a grace both would be valid, and revoking the known one would miss the other.
      if (key.id === own && graceMinutes > 0)
        throw new Problem(
          'scope',
          'A key can rotate itself only without a grace period; its owner can set one.',
        );
    },
    endsBy: endOf(signed),
    memberId: signed.session.maker,
    parentOf: (old) => (own === undefined || old.id === own ? old.parent_id : own),
  });
  return issued(ring, signed, made);
}

export async function endKeyOf(
  ring: Keyring,
  signed: SessionCaller,
  id: string,
): Promise<ShownKey> {
  const assertMay = (key: KeyRow) => assertMayEnd(signed, key, id);
  return shown(await revokeKey(whileAlive(ring, signed), id, assertMay), signed);
}

// The same sentence as for one that does not exist.
function assertMayEnd(signed: SessionCaller, key: KeyRow, id: string): void {
  const known = key.owner_id === signed.ownerId;
  if (!known || !isWithin(signed, viewOf(key)))
    throw new Problem('not_found', `There is no key ${id}; see keys list.`);
  if (key.id !== ownKeyOf(signed)) assertMayMake(signed);
}

/** A session of a key makes keys only if it may do everything; they end with that key. */
export function mayMakeKeys({ session, scopes, resources }: SessionCaller): boolean {
  if (session.kind !== 'key') return session.role === 'owner';
  return scopes.has('*') && resources === 'all' && !session.isChild;
}

function assertMayMake(signed: SessionCaller): void {
  if (mayMakeKeys(signed)) return;
  throw new Problem(
    'scope',
    signed.session.isChild
      ? 'A key that was created with another key cannot create or revoke keys; sign in as the owner.'
      : 'Only a key with all scopes and all resources can create or revoke others; sign in as the owner.',
  );
}

/** The key of a session that was opened with one. */
function ownKeyOf({ session }: SessionCaller): string | undefined {
  return session.kind === 'key' ? session.credential?.id : undefined;
}

/** Whether a caller may manage a key: an owner all of theirs, a key those with no more scopes, resources and time. */
function isWithin(signed: SessionCaller, key: KeyView): boolean {
  const { type, scopes, resources, expiresAt } = key;
  const { kind, credentialEndsAt } = signed.session;
  if (kind !== 'key') return true;
  return (
    type === 'platform' &&
    scopes.every((scope) => isScope(scope) && coversScope(signed, scope)) &&
    (signed.resources === 'all' ||
      (resources?.every((id) => (signed.resources as ReadonlySet<string>).has(id)) ?? false)) &&
    (credentialEndsAt === null || (expiresAt !== null && Date.parse(expiresAt) <= credentialEndsAt))
  );
}

function coversScope({ scopes }: SessionCaller, wanted: Scope): boolean {
  if (scopes.has('*') || scopes.has(wanted)) return true;
  const [service] = wanted.split(':');
  return isScope(service ?? '') && scopes.has(service as Scope);
}

/** What outlives the session that made it, such as a key, is made only while that session is valid. */
export function whileAlive(ring: Keyring, { session }: SessionCaller): Keyring {
  return {
    ...ring,
    store: {
      ...ring.store,
      write: (job) =>
        ring.store.write(async (tx) => {
          if (!(await aliveSessions(tx, [session.hash], ring.clock())).has(session.hash))
            throw notSignedIn();
          return job(tx);
        }),
    },
  };
}

async function issued(
  ring: Keyring,
  signed: SessionCaller,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<ShownKey & { readonly key: string }> {
  return { ...shown(await viewKey(ring.store, id), signed), key };
}

function shown(key: KeyView, { session }: SessionCaller): ShownKey {
  return { ...key, isOwn: key.id === session.credential?.id };
}

/** Keys made in a session end no later than the key of the session. */
function endOf({ session }: SessionCaller): number | null {
  return session.kind === 'key' ? session.credentialEndsAt : null;
}
