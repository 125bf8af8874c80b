import { hasRows, readInPages, readNumber } from './rows.ts';
import { forChange, type Reader, sql, type Writer } from './store.ts';

export interface OwnerRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly resource_count: number;
  readonly object_bytes: number;
  /** Bytes of saved idempotent answers; they count against the storage quota. */
  readonly answer_bytes: number;
  /** Bytes of deliveries, imported questions, leads and messages, and earlier versions of profiles; they count too. */
  readonly kept_bytes: number;
}

export function insertOwner(
  tx: Writer,
  owner: { readonly id: string; readonly name: string; readonly createdAt: number },
): Promise<number> {
  return tx.run(sql`INSERT INTO owners (id, name, created_at)
    VALUES (${owner.id}, ${owner.name}, ${owner.createdAt}) ON CONFLICT (name) DO NOTHING`);
}

const columns = sql`id, name, created_at, resource_count, object_bytes, answer_bytes,
  kept_bytes`;

export function findOwner(reader: Reader, idOrName: string): Promise<OwnerRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM owners
    WHERE id = ${idOrName} OR name = ${idOrName} ORDER BY id = ${idOrName} DESC LIMIT 1`);
}

/** 0 when there is no such owner, or another one has this name. */
export async function renameOwner(tx: Writer, id: string, name: string): Promise<number> {
  // Keys are read with the name of their owner.
  await tx.notify({ about: 'key', id: '' });
  return tx.run(sql`UPDATE owners SET name = ${name} WHERE id = ${id}
    AND NOT EXISTS (SELECT 1 FROM owners other WHERE other.name = ${name} AND other.id <> ${id})`);
}

/** The oldest first. */
export async function allOwners(reader: Reader) {
  const rows = await readInPages<OwnerRow & { readonly site_count: number }>((after, limit) =>
    reader.all(sql`SELECT ${columns}, (SELECT count(*) FROM sites
        WHERE sites.owner_id = owners.id AND sites.removed_at IS NULL) AS site_count
      FROM owners WHERE id > ${after} ORDER BY id LIMIT ${limit}`),
  );
  return rows.sort((one, other) => one.created_at - other.created_at);
}

export function hasOwners(reader: Reader): Promise<boolean> {
  return hasRows(reader, sql`SELECT id FROM owners LIMIT 1`);
}

/** Locks an owner until the transaction ends, so that concurrent changes are counted one after the other. */
export function lockOwner(tx: Writer, id: string): Promise<{ readonly id: string } | undefined> {
  return tx.get(sql`SELECT id FROM owners WHERE id = ${id}${forChange}`);
}

/**
 * Takes the owner's next sequence number and reserves quota for the change, in one statement, so that limits
 * hold under concurrency; undefined means a quota is used up or the key has ended.
 * It comes last in a transaction: the row is contended, and its lock is held until the commit.
 */
export async function reserveOwnerQuota(
  tx: Writer,
  ownerId: string,
  added: {
    readonly resources: number;
    readonly resourcesMax: number;
    readonly objectBytes: number;
    readonly objectBytesMax: number;
    /** The key of the change, refused if it has ended since the request began. Empty for a change without a key. */
    readonly keyId: string;
    /** The session of the change, refused in the same way. Empty for a change outside of the console. */
    readonly sessionHash: string;
    /** The token of a user, refused in the same way. Empty for a change of a key. */
    readonly tokenHash: string;
    readonly nowMs: number;
  },
) {
  const unbounded = Number.MAX_SAFE_INTEGER;
  const countMax = added.resources > 0 ? added.resourcesMax - added.resources : unbounded;
  const bytesMax = added.objectBytes > 0 ? added.objectBytesMax - added.objectBytes : unbounded;
  // With 0 webhooks the look-up of subscriptions is skipped.
  return tx.get<{ seq: number; webhooks: number }>(sql`UPDATE owners
    SET activity_seq = activity_seq + 1,
        resource_count = resource_count + ${added.resources},
        object_bytes = object_bytes + ${added.objectBytes}
    WHERE id = ${ownerId}
      AND resource_count <= ${countMax}
      AND object_bytes + answer_bytes + kept_bytes <= ${bytesMax}
      AND (${added.keyId} = '' OR EXISTS (SELECT 1 FROM keys WHERE keys.id = ${added.keyId}
        AND keys.revoked_at IS NULL
        AND (keys.expires_at IS NULL OR keys.expires_at > ${added.nowMs})))
      AND (${added.sessionHash} = '' OR EXISTS (SELECT 1 FROM console_sessions
        LEFT JOIN keys credential ON credential.id = console_sessions.credential_id
        WHERE console_sessions.hash = ${added.sessionHash}
        AND console_sessions.expires_at > ${added.nowMs} AND credential.revoked_at IS NULL
        AND (credential.expires_at IS NULL OR credential.expires_at > ${added.nowMs})))
      AND (${added.tokenHash} = '' OR EXISTS (SELECT 1 FROM user_sessions
        WHERE user_sessions.hash = ${added.tokenHash} AND user_sessions.expires_at > ${added.nowMs}))
    RETURNING activity_seq AS seq, webhook_count AS webhooks`);
}

/** Adds the bytes of a saved answer; negative for a deleted one. Returns all answers, and all that the quota counts. */
export function countAnswers(
  tx: Writer,
  ownerId: string,
  added: { readonly answers: number; readonly bytes: number },
) {
  return tx.get<typeof added>(sql`UPDATE owners SET answer_count = answer_count + ${added.answers},
      answer_bytes = answer_bytes + ${added.bytes} WHERE id = ${ownerId}
    RETURNING answer_count AS answers, object_bytes + answer_bytes + kept_bytes AS bytes`);
}

/** All bytes of an owner that count against the quota. */
export function bytesOf(owner: OwnerRow | undefined): number {
  return owner === undefined ? 0 : owner.object_bytes + owner.answer_bytes + owner.kept_bytes;
}

/** Gives back the bytes of imported rows of a site that were deleted. Returns how many rows there were. */
export async function giveImported(
  tx: Writer,
  siteId: string,
  gone: readonly { readonly imported_bytes: number }[],
): Promise<number> {
  const bytes = gone.reduce((sum, { imported_bytes }) => sum + imported_bytes, 0);
  if (bytes > 0) await countImported(tx, siteId, -bytes);
  return gone.length;
}

/** Adds bytes that were imported into a site. Returns all bytes of its owner. */
export function countImported(tx: Writer, siteId: string, bytes: number): Promise<number> {
  const query = sql`UPDATE owners SET kept_bytes = kept_bytes + ${bytes}
      WHERE id = (SELECT owner_id FROM sites WHERE id = ${siteId})
      RETURNING object_bytes + answer_bytes + kept_bytes AS bytes`;
  return readNumber(tx, query);
}

/** Adds kept bytes, negative for what was deleted. Returns all bytes of the owner. */
export function countKept(tx: Writer, ownerId: string, bytes: number): Promise<number> {
  const query = sql`UPDATE owners SET kept_bytes = kept_bytes + ${bytes} WHERE id = ${ownerId}
      RETURNING object_bytes + answer_bytes + kept_bytes AS bytes`;
  return readNumber(tx, query);
}

// The last step of a deletion: keys, activity, saved answers and the row itself. Sites and resources are already gone.

export async function endKeysOf(tx: Writer, ownerId: string, nowMs: number): Promise<number> {
  await tx.notify({ about: 'key', id: '' });
  return tx.run(sql`UPDATE keys SET revoked_at = ${nowMs}
    WHERE owner_id = ${ownerId} AND revoked_at IS NULL`);
}

/** Includes the resources that are hidden while they are deleted. */
export function resourceIdsOf(reader: Reader, ownerId: string): Promise<{ readonly id: string }[]> {
  return reader.all(sql`SELECT id FROM resources WHERE owner_id = ${ownerId} ORDER BY id`);
}

export function deleteSomeActivity(tx: Writer, ownerId: string, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM activity WHERE owner_id = ${ownerId} AND seq IN
    (SELECT seq FROM activity WHERE owner_id = ${ownerId} ORDER BY seq LIMIT ${limit})`);
}

export function deleteSomeAnswers(tx: Writer, ownerId: string, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM answers WHERE (key_id, idempotency_key) IN
    (SELECT key_id, idempotency_key FROM answers WHERE owner_id = ${ownerId} LIMIT ${limit})`);
}

export async function deleteOwner(tx: Writer, ownerId: string): Promise<void> {
  await tx.notify({ about: 'key', id: '' });
  await deleteItemsOf(tx, ownerId);
  await tx.run(sql`DELETE FROM keys WHERE owner_id = ${ownerId}`);
  await tx.run(sql`DELETE FROM owners WHERE id = ${ownerId}`);
}

/** Deletes what waits for the owner; the receivers go with the row of the owner. */
async function deleteItemsOf(tx: Writer, owner: string): Promise<void> {
  const lines = await tx.all<{ kind: string; receiver: string }>(
    sql`SELECT kind, receiver FROM receivers WHERE owner = ${owner}`,
  );
  for (const { kind, receiver } of lines)
    await tx.run(sql`DELETE FROM outbox
      WHERE kind = ${kind} AND receiver = ${receiver} AND state = 'pending'`);
}
