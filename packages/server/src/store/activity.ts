import type { ActivityAction, Service } from '@baraza/contract';
import { joined, type Reader, sql, type Writer } from './store.ts';

export interface ActivityRow {
  readonly owner_id: string;
  /** The owner's own count of changes, without a gap and in the order of commits. */
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly action: ActivityAction;
  readonly resource_id: string;
  readonly service: Service;
  readonly kind: string;
  readonly name: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly detail: string;
}

export function insertActivity(tx: Writer, row: ActivityRow): Promise<number> {
  return tx.run(sql`INSERT INTO activity
    (owner_id, seq, id, at, action, resource_id, service, kind, name, key_id, key_name, detail)
    VALUES (${row.owner_id}, ${row.seq}, ${row.id}, ${row.at}, ${row.action}, ${row.resource_id},
      ${row.service}, ${row.kind}, ${row.name}, ${row.key_id}, ${row.key_name}, ${row.detail})`);
}

/** Newest first. */
export function recentActivity(
  reader: Reader,
  ownerId: string,
  services: readonly Service[],
  limit: number,
): Promise<ActivityRow[]> {
  if (limit === 0 || services.length === 0) return Promise.resolve([]);
  return reader.all(sql`SELECT owner_id, seq, id, at, action, resource_id, service, kind, name,
      key_id, key_name, detail
    FROM activity WHERE owner_id = ${ownerId} AND service IN (${joined(
      services.map((service) => sql`${service}`),
      ', ',
    )})
    ORDER BY seq DESC LIMIT ${limit}`);
}

/** Forgets what is older than the time or further back than the count, for every owner. */
export async function pruneActivity(
  tx: Writer,
  kept: { readonly sinceMs: number; readonly perOwner: number },
): Promise<number> {
  const old = await tx.run(sql`DELETE FROM activity WHERE at < ${kept.sinceMs}`);
  const many = await tx.run(sql`DELETE FROM activity WHERE seq <=
    (SELECT activity_seq FROM owners WHERE owners.id = activity.owner_id) - ${kept.perOwner}`);
  return old + many;
}
