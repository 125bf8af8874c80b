import { lockOwner } from './owners.ts';
import type { ResourceRow } from './platform/resources.ts';
import { listOf, readInPages } from './rows.ts';
import { type Reader, sql, type Writer } from './store.ts';

/**
 * `platform` keys reach resources; `owner` credentials administer an owner's sites. An owner's one `console` key
 * has no text: sessions of the console that were not opened with a platform key act by it.
 */
export type KeyType = 'platform' | 'owner' | 'console';

export interface KeyRow {
  readonly id: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly type: KeyType;
  readonly public: string;
  readonly name: string;
  readonly scopes: string;
  /** A JSON list of the ids that the key is for; null for all resources of its owner. */
  readonly resources: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  /** The key whose session made it, and with which it ends. */
  readonly parent_id: string | null;
  /** The member who made it, and with whom it ends. */
  readonly member_id: string | null;
}

type NewKey = Omit<KeyRow, 'owner_name' | 'last_used_at' | 'revoked_at'> & {
  readonly hash: string;
};

const columns = sql`keys.id, keys.owner_id, owners.name AS owner_name, keys.type, keys.public,
  keys.name, keys.scopes, keys.resources, keys.created_at, keys.expires_at, keys.last_used_at,
  keys.revoked_at, keys.parent_id, keys.member_id`;

/** 0 rows if the owner already has the maximum of valid ones. */
export async function insertKey(tx: Writer, key: NewKey, liveMax: number): Promise<number> {
  await lockOwner(tx, key.owner_id);
  return tx.run(sql`INSERT INTO keys
    (id, owner_id, type, public, hash, name, scopes, resources, created_at, expires_at, parent_id,
      member_id)
    SELECT ${key.id}, ${key.owner_id}, ${key.type}, ${key.public}, ${key.hash}, ${key.name},
      ${key.scopes}, ${key.resources}, ${key.created_at}, ${key.expires_at}, ${key.parent_id},
      ${key.member_id}
    WHERE (SELECT count(*) FROM keys WHERE owner_id = ${key.owner_id} AND type <> 'console'
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${key.created_at})) < ${liveMax}`);
}

/** Locks a key, so that it ends before or after a key is made by its session, never meanwhile. */
export function lockKey(tx: Writer, id: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE keys SET last_used_at = ${nowMs} WHERE id = ${id}
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${nowMs})`);
}

/** The console key of an owner, made when it is first needed. */
export async function consoleKeyOf(
  tx: Writer,
  wanted: { readonly id: string; readonly ownerId: string; readonly createdAt: number },
): Promise<{ readonly id: string; readonly revoked_at: number | null } | undefined> {
  // Not in the format of a hash, so no key matches it; different for each owner.
  const hash = `console ${wanted.ownerId}`;
  await tx.run(sql`INSERT INTO keys (id, owner_id, type, public, hash, name, scopes, created_at)
    VALUES (${wanted.id}, ${wanted.ownerId}, 'console', ${wanted.id}, ${hash}, 'console', '["*"]',
      ${wanted.createdAt})
    ON CONFLICT (hash) DO NOTHING`);
  return tx.get(sql`SELECT id, revoked_at FROM keys WHERE hash = ${hash}`);
}

/** As long as `commitsAbout` of the store stays the same for keys, this finds the same, except for `last_used_at`. */
export function findKeyByHash(reader: Reader, hash: string): Promise<KeyRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM keys JOIN owners ON owners.id = keys.owner_id
    WHERE keys.hash = ${hash}`);
}

/**
 * The key with the resource of its owner that has this id, as of the same moment: one statement instead of two, where
 * other processes may have changed both. Only PostgreSQL reads the resource.
 */
export function findKeyAndResource(reader: Reader, hash: string, resourceId: string) {
  const resource = sql`(SELECT row_to_json(found) FROM resources found WHERE found.id = ${resourceId}
    AND found.owner_id = keys.owner_id AND found.removed_at IS NULL)`;
  return reader.get<KeyRow & { readonly resource: ResourceRow | null }>(sql`SELECT ${columns},
      ${{ sqlite: sql`NULL`, postgres: resource }} AS resource
    FROM keys JOIN owners ON owners.id = keys.owner_id WHERE keys.hash = ${hash}`);
}

/** By id or by the public part of its text. */
export function findKey(reader: Reader, idOrPublic: string): Promise<KeyRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM keys JOIN owners ON owners.id = keys.owner_id
    WHERE keys.id = ${idOrPublic} OR keys.public = ${idOrPublic} LIMIT 1`);
}

/** The oldest first, without those of the console, which have no text. */
export async function allKeys(reader: Reader, ownerId: string | undefined): Promise<KeyRow[]> {
  const owned = ownerId === undefined ? sql`` : sql`AND keys.owner_id = ${ownerId}`;
  const rows = await readInPages<KeyRow>((after, limit) =>
    reader.all(sql`SELECT ${columns} FROM keys JOIN owners ON owners.id = keys.owner_id
      WHERE keys.id > ${after} AND keys.type <> 'console' ${owned} ORDER BY keys.id LIMIT ${limit}`),
  );
  return rows.sort((one, other) => one.created_at - other.created_at);
}

/** The newest keys of an owner, oldest first; without those that ended before a time. */
export async function recentKeys(
  reader: Reader,
  ownerId: string,
  { endedSinceMs, count }: { readonly endedSinceMs: number; readonly count: number },
): Promise<KeyRow[]> {
  const rows = await reader.all<KeyRow>(sql`SELECT ${columns}
    FROM keys JOIN owners ON owners.id = keys.owner_id
    WHERE keys.owner_id = ${ownerId} AND keys.type <> 'console'
      AND (keys.revoked_at IS NULL OR keys.revoked_at >= ${endedSinceMs})
      AND (keys.expires_at IS NULL OR keys.expires_at >= ${endedSinceMs})
    ORDER BY keys.created_at DESC, keys.id DESC LIMIT ${count}`);
  return rows.reverse();
}

/** Ends a key and then, in a statement that sees what was made meanwhile, those that its session made. */
export async function endKey(tx: Writer, id: string, revokedAt: number): Promise<void> {
  await tx.notify({ about: 'key', id });
  for (const which of [sql`id`, sql`parent_id`])
    await tx.run(sql`UPDATE keys SET revoked_at = ${revokedAt}
      WHERE ${which} = ${id} AND revoked_at IS NULL`);
}

/** Ends the keys that a member made. */
export async function endKeysOfMember(tx: Writer, memberId: string, revokedAt: number) {
  const keys = await tx.all<{ id: string }>(sql`SELECT id FROM keys
    WHERE member_id = ${memberId} AND revoked_at IS NULL`);
  for (const { id } of keys) await endKey(tx, id, revokedAt);
}

/** 0 rows when it was rotated before: a key has one successor. */
export function markRotated(tx: Writer, id: string, rotatedAt: number): Promise<number> {
  return tx.run(sql`UPDATE keys SET rotated_at = ${rotatedAt} WHERE id = ${id} AND rotated_at IS NULL
      AND revoked_at IS NULL`);
}

/** Sets the expiry at the end of the grace period, also of the keys that its session made. */
export async function expireKey(tx: Writer, id: string, expiresAt: number): Promise<void> {
  await tx.notify({ about: 'key', id });
  for (const which of [sql`id`, sql`parent_id`])
    await tx.run(sql`UPDATE keys SET expires_at = ${expiresAt} WHERE ${which} = ${id}
      AND (expires_at IS NULL OR expires_at > ${expiresAt})`);
}

export function touchKey(tx: Writer, id: string, usedAt: number): Promise<number> {
  return tx.run(sql`UPDATE keys SET last_used_at = ${usedAt} WHERE id = ${id}
    AND (last_used_at IS NULL OR last_used_at < ${usedAt})`);
}

export function findAliveKey(reader: Reader, id: string, nowMs: number) {
  return reader.get<{ id: string }>(sql`SELECT id FROM keys WHERE id = ${id} AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ${nowMs})`);
}

/** Which of these keys are valid at a time. */
export async function aliveKeys(reader: Reader, ids: readonly string[], nowMs: number) {
  const rows = await reader.all<{ id: string }>(sql`SELECT id FROM keys WHERE id IN (${listOf(ids)})
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${nowMs})`);
  return new Set(rows.map(({ id }) => id));
}
