import { scopes as allScopes, isId, isScope, limits, listed } from '@baraza/contract';
import { type Clock, isoTime } from '../kernel/clock.ts';
import { conflict, invalid, Problem } from '../kernel/problem.ts';
import {
  allKeys,
  endKey,
  expireKey,
  findAliveKey,
  findKey,
  findKeyByHash,
  insertKey,
  type KeyRow,
  type KeyType,
  lockKey,
  markRotated,
  recentKeys,
} from '../store/keys.ts';
import { findMember } from '../store/members.ts';
import { statesOf } from '../store/platform/resources.ts';
import type { Reader, Store, Writer } from '../store/store.ts';
import { resourcesOf } from './key-rights.ts';
import { checkedName, type Registry, requireOwner } from './owners.ts';
import type { Caller } from './scopes.ts';
import { hashSecret, isSecret, mintSecret } from './secret.ts';

export interface Keyring extends Registry {
  /** Kept outside the store, so that a stolen database alone yields no usable key. */
  readonly pepper: Buffer;
}

/** A key as the API shows it; its text is shown only once, when it is made. */
export type KeyView = ReturnType<typeof viewOf>;

export type IssuedKey = Awaited<ReturnType<typeof issueKey>>;

/** Issues a platform key. `owner` is an id or a name. */
export async function createKey(
  ring: Keyring,
  wanted: {
    readonly owner: string;
    readonly name: string;
    readonly scopes: readonly string[];
    /** The ids that the scopes apply to; without them, all resources of the owner. */
    readonly resources?: readonly string[] | undefined;
    readonly expiresInMs: number | null;
    /** When it ends at the latest. */
    readonly endsBy?: number | null;
    /** The key whose session makes it, and with which it ends. */
    readonly parentId?: string | null;
    /** The member who makes it, and with whom it ends. */
    readonly memberId?: string | null;
  },
  write: Store['write'] = ring.store.write,
): Promise<IssuedKey> {
  const scopes = checkedScopes(wanted.scopes);
  const name = checkedName(wanted.name);
  return write(async (tx) => {
    const owner = await requireOwner(tx, wanted.owner);
    return issueKey(ring, tx, {
      type: 'platform',
      ownerId: owner.id,
      name,
      scopes,
      resources: await checkedResources(tx, owner.id, wanted.resources),
      expiresAt: earlier(
        wanted.expiresInMs === null ? null : ring.clock() + wanted.expiresInMs,
        wanted.endsBy ?? null,
      ),
      parentId: wanted.parentId ?? null,
      memberId: wanted.memberId ?? null,
    });
  });
}

/** Issues a credential for an owner's sites. */
export function createOwnerCredential(
  ring: Keyring,
  owner: string,
  wantedName = 'owner',
  write: Store['write'] = ring.store.write,
  memberId: string | null = null,
): Promise<IssuedKey> {
  const name = checkedName(wantedName);
  return write(async (tx) => {
    const found = await requireOwner(tx, owner);
    return issueKey(ring, tx, {
      type: 'owner',
      ownerId: found.id,
      name,
      scopes: [],
      resources: null,
      expiresAt: null,
      parentId: null,
      memberId,
    });
  });
}

export async function listKeys(ring: Keyring, owner: string | undefined): Promise<KeyView[]> {
  const ownerId = owner === undefined ? undefined : (await requireOwner(ring.store, owner)).id;
  return (await allKeys(ring.store, ownerId)).map(viewOf);
}

/** What an owner is shown: the newest keys, without those that ended long ago. */
export async function listRecentKeys(ring: Keyring, ownerId: string): Promise<KeyView[]> {
  const endedSinceMs = ring.clock() - limits.endedKeysListedMs;
  const bounds = { endedSinceMs, count: limits.keysListedMax };
  return (await recentKeys(ring.store, ownerId, bounds)).map(viewOf);
}

export async function viewKey(reader: Reader, id: string): Promise<KeyView> {
  return viewOf(await requireKey(reader, id));
}

/**
 * Issues a successor with the same rights and ends the old key, at once or after the grace, in one commit.
 * `assertMay` throws if the caller may not rotate this key; the successor ends by `endsBy` at the latest, and with
 * `parentOf` if that names a key, else with what the old one would have ended with.
 */
export function rotateKey(
  ring: Keyring,
  idOrPublic: string,
  graceMs: number,
  {
    assertMay,
    endsBy = null,
    memberId = null,
    parentOf = ({ parent_id }) => parent_id,
  }: {
    readonly assertMay?: (key: KeyRow) => void;
    readonly endsBy?: number | null;
    /** Who knows the text of the successor, which ends with them. */
    readonly memberId?: string | null;
    readonly parentOf?: (old: KeyRow) => string | null;
  } = {},
): Promise<IssuedKey> {
  return ring.store.write(async (tx) => {
    const old = await requireKey(tx, idOrPublic);
    assertMay?.(old);
    const nowMs = ring.clock();
    if (isEnded(old, nowMs)) throw conflict('This key has ended already; create a new one.');
    // Also proves that no other process rotated it since it was read.
    if ((await markRotated(tx, old.id, nowMs)) === 0)
      throw conflict('This key was rotated already; rotate the one that followed it.');
    if (graceMs > 0) await expireKey(tx, old.id, nowMs + graceMs);
    else await endKey(tx, old.id, nowMs);
    return issueKey(ring, tx, {
      type: old.type,
      ownerId: old.owner_id,
      name: old.name,
      scopes: JSON.parse(old.scopes) as string[],
      resources: resourcesOf(old),
      expiresAt: earlier(
        old.expires_at === null ? null : nowMs + (old.expires_at - old.created_at),
        endsBy,
      ),
      parentId: parentOf(old),
      memberId,
    });
  });
}

export function revokeKey(
  ring: Keyring,
  idOrPublic: string,
  assertMay?: (key: KeyRow) => void,
): Promise<KeyView> {
  return ring.store.write(async (tx) => {
    const key = await requireKey(tx, idOrPublic);
    assertMay?.(key);
    await endKey(tx, key.id, ring.clock());
    return viewOf(await requireKey(tx, key.id));
  });
}

/** The types of keys that have a text. */
export type HeldType = Exclude<KeyType, 'console'>;
type HeldKey = KeyRow & { readonly type: HeldType };

export const kinds = {
  platform: {
    prefix: 'rpk',
    sentence: 'Send a valid key as Authorization: Bearer <API_KEY>.',
    other: {
      prefix: 'osk_',
      fault: 'osk_… is a credential of the site assistant; the platform needs a key rpk_….',
    },
  },
  owner: {
    prefix: 'osk',
    sentence: "Send an owner's credential as Authorization: Bearer osk_….",
    other: { prefix: 'rpk_', fault: 'rpk_… is a key of the resource platform.' },
  },
} as const;

/** A credential as others may know it: its name and the part of its text that opens nothing. */
export async function credentialName(
  reader: Reader,
  { keyId, keyName }: Pick<Caller, 'keyId' | 'keyName'>,
): Promise<string> {
  const key = await findKey(reader, keyId);
  if (key === undefined || key.type === 'console') return keyName;
  return `${key.name} (${kinds[key.type].prefix}_${key.public}…)`;
}

/** The valid key of a text, of either kind. */
export async function findHeldKey(ring: Keyring, text: string): Promise<KeyRow | undefined> {
  if (!isSecret('rpk', text) && !isSecret('osk', text)) return undefined;
  const key = await findKeyByHash(ring.store, hashSecret(ring.pepper, text));
  return key === undefined || isEnded(key, ring.clock()) ? undefined : key;
}

/** Whether the key of a caller is still valid, for streams and bodies that outlive the check at their start. */
export async function isKeyAlive(
  { store, clock }: { readonly store: Reader & Pick<Store, 'commitsAbout'>; readonly clock: Clock },
  { keyId, keyAsRead }: Pick<Caller, 'keyId' | 'keyAsRead'>,
): Promise<boolean> {
  const commits = store.commitsAbout?.('key');
  if (commits !== undefined && keyAsRead?.commits === commits)
    return !isEnded({ revoked_at: null, ...keyAsRead }, clock());
  return (await findAliveKey(store, keyId, clock())) !== undefined;
}

/** Revoked, or past its time. */
export function isEnded(
  { revoked_at, expires_at }: Pick<KeyRow, 'revoked_at' | 'expires_at'>,
  nowMs: number,
): boolean {
  return revoked_at !== null || (expires_at !== null && expires_at <= nowMs);
}

/** The earlier of two times; null means never. */
function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

async function issueKey(
  ring: Keyring,
  tx: Writer,
  wanted: {
    readonly type: HeldType;
    readonly ownerId: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly resources: readonly string[] | null;
    readonly expiresAt: number | null;
    readonly parentId: string | null;
    readonly memberId: string | null;
  },
) {
  const { parentId, memberId, ownerId } = wanted;
  if (parentId !== null && (await lockKey(tx, parentId, ring.clock())) === 0)
    throw new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
  const secret = mintSecret(kinds[wanted.type].prefix);
  const id = ring.makeId('key');
  const row = {
    id,
    owner_id: ownerId,
    type: wanted.type,
    public: secret.public,
    hash: hashSecret(ring.pepper, secret.text),
    name: wanted.name,
    scopes: JSON.stringify(wanted.scopes),
    resources: wanted.resources === null ? null : JSON.stringify(wanted.resources),
    created_at: ring.clock(),
    expires_at: wanted.expiresAt,
    parent_id: parentId,
    member_id: memberId,
  };
  if ((await insertKey(tx, row, limits.liveKeysPerOwnerMax)) === 0)
    throw new Problem(
      'quota',
      `An owner may have at most ${limits.liveKeysPerOwnerMax} valid keys; revoke some first.`,
    );
  // Inserting locked the owner, as removing a member does, so one of the two sees the other.
  if (memberId !== null && (await findMember(tx, ownerId, memberId))?.role !== 'owner')
    throw new Problem('unauthorized', 'You are no longer an owner here.');
  return {
    id,
    key: secret.text,
    owner: ownerId,
    scopes: wanted.scopes,
    /** Only for a key for some resources. */
    ...(wanted.resources === null ? {} : { resources: wanted.resources }),
    expiresAt: wanted.expiresAt === null ? null : isoTime(wanted.expiresAt),
  };
}

async function requireKey(tx: Reader, idOrPublic: string): Promise<HeldKey> {
  const key = await findKey(tx, idOrPublic);
  if (key === undefined || key.type === 'console')
    throw new Problem('not_found', `There is no key ${idOrPublic}; see keys list.`);
  return { ...key, type: key.type };
}

function checkedScopes(wanted: readonly string[]): readonly string[] {
  const unknown = wanted.find((scope) => !isScope(scope));
  if (unknown !== undefined || wanted.length === 0)
    throw invalid(`scopes must be some of ${listed(allScopes)}.`);
  return [...new Set(wanted)];
}

async function checkedResources(
  tx: Writer,
  ownerId: string,
  wanted: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  if (wanted === undefined) return null;
  const ids = [...new Set(wanted)];
  if (ids.length === 0 || ids.length > limits.keyResourcesMax)
    throw invalid(`resources must be 1 to ${limits.keyResourcesMax} ids.`);
  const wellFormed = ids.filter((id) => isId('resource', id));
  const found = new Set((await statesOf(tx, ownerId, wellFormed)).map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing === undefined) return ids;
  throw new Problem('not_found', `The owner has no resource ${missing}.`);
}

export function viewOf(row: KeyRow) {
  const time = (atMs: number | null) => (atMs === null ? null : isoTime(atMs));
  return {
    id: row.id,
    owner: row.owner_id,
    name: row.name,
    type: row.type,
    public: row.public,
    scopes: JSON.parse(row.scopes) as string[],
    /** The ids that it is for; null for all resources of its owner. */
    resources: resourcesOf(row),
    createdAt: isoTime(row.created_at),
    expiresAt: time(row.expires_at),
    lastUsedAt: time(row.last_used_at),
    revokedAt: time(row.revoked_at),
  };
}
