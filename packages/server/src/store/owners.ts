import { type Reader, sql, type Writer } from './store.ts';

export interface OwnerRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly resource_count: number;
  readonly object_bytes: number;
}

export function insertOwner(
  tx: Writer,
  owner: { readonly id: string; readonly name: string; readonly createdAt: number },
): Promise<number> {
  return tx.run(sql`INSERT INTO owners (id, name, created_at)
    VALUES (${owner.id}, ${owner.name}, ${owner.createdAt}) ON CONFLICT (name) DO NOTHING`);
}

export function findOwner(reader: Reader, idOrName: string): Promise<OwnerRow | undefined> {
  return reader.get(sql`SELECT id, name, created_at, resource_count, object_bytes FROM owners
    WHERE id = ${idOrName} OR name = ${idOrName} ORDER BY id = ${idOrName} DESC LIMIT 1`);
}

export function allOwners(reader: Reader): Promise<OwnerRow[]> {
  return reader.all(sql`SELECT id, name, created_at, resource_count, object_bytes FROM owners
    ORDER BY created_at, id`);
}

/**
 * Takes the owner's next place in the order of changes together with what the change adds. One
 * statement, so that a limit holds for any number of writers; undefined means a limit was met.
 * It comes last in a transaction: the row is everybody's, and is held only until the commit.
 */
export async function takeTurn(
  tx: Writer,
  ownerId: string,
  added: {
    readonly resources: number;
    readonly resourcesMax: number;
    readonly objectBytes: number;
    readonly objectBytesMax: number;
  },
): Promise<Turn | undefined> {
  return tx.get<Turn>(sql`UPDATE owners
    SET activity_seq = activity_seq + 1,
        resource_count = resource_count + ${added.resources},
        object_bytes = object_bytes + ${added.objectBytes}
    WHERE id = ${ownerId}
      AND resource_count <= ${added.resources > 0 ? added.resourcesMax - added.resources : Number.MAX_SAFE_INTEGER}
      AND object_bytes <= ${added.objectBytes > 0 ? added.objectBytesMax - added.objectBytes : Number.MAX_SAFE_INTEGER}
    RETURNING activity_seq AS seq, webhook_count AS webhooks`);
}

interface Turn {
  readonly seq: number;
  /** How many webhooks the owner has: most have none, and nobody has to look for them then. */
  readonly webhooks: number;
}
