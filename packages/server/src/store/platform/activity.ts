import type { ActivityAction, Service } from '@baraza/contract';
import { joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';

export interface ActivityRow {
  readonly owner_id: string;
  /** Sequence number per owner, without gaps and in commit order. */
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

/** What a caller may read of the activity. */
interface ReadableActivity {
  readonly services: readonly Service[];
  /** Undefined for all resources. */
  readonly resourceIds: readonly string[] | undefined;
}

/** Newest first. */
export function recentActivity(
  reader: Reader,
  ownerId: string,
  { services, resourceIds }: ReadableActivity,
  limit: number,
): Promise<ActivityRow[]> {
  if (limit === 0 || services.length === 0) return Promise.resolve([]);
  return reader.all(sql`SELECT owner_id, seq, id, at, action, resource_id, service, kind, name,
      key_id, key_name, detail
    FROM activity WHERE owner_id = ${ownerId} AND service IN (${joinQueries(
      services.map((service) => sql`${service}`),
      ', ',
    )})${aboutOneOf(resourceIds)}
    ORDER BY seq DESC LIMIT ${limit}`);
}

/** How many entries an owner has for each day, as days since 1970. */
export function activityByDay(
  reader: Reader,
  ownerId: string,
  { services, resourceIds }: ReadableActivity,
  sinceMs: number,
): Promise<{ readonly day: number; readonly changes: number }[]> {
  if (services.length === 0) return Promise.resolve([]);
  return reader.all(sql`SELECT at / 86400000 AS day, count(*) AS changes
    FROM activity WHERE owner_id = ${ownerId} AND at >= ${sinceMs} AND service IN (${joinQueries(
      services.map((service) => sql`${service}`),
      ', ',
    )})${aboutOneOf(resourceIds)}
    GROUP BY 1 ORDER BY 1`);
}

/** Entries after a sequence number of the owner, oldest first. */
export function activityAfter(
  reader: Reader,
  ownerId: string,
  seq: number,
  limit: number,
): Promise<ActivityRow[]> {
  return reader.all(sql`SELECT owner_id, seq, id, at, action, resource_id, service, kind, name,
      key_id, key_name, detail
    FROM activity WHERE owner_id = ${ownerId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`);
}

export async function lastSeq(reader: Reader, ownerId: string): Promise<number> {
  const row = await reader.get<{ seq: number }>(
    sql`SELECT activity_seq AS seq FROM owners WHERE id = ${ownerId}`,
  );
  return row?.seq ?? 0;
}

export function lastSeqs(
  reader: Reader,
  ownerIds: readonly string[],
): Promise<{ readonly id: string; readonly seq: number }[]> {
  if (ownerIds.length === 0) return Promise.resolve([]);
  const ids = ownerIds.map((id) => sql`${id}`);
  return reader.all(
    sql`SELECT id, activity_seq AS seq FROM owners WHERE id IN (${joinQueries(ids, ', ')})`,
  );
}

export async function seqOfActivity(
  reader: Reader,
  ownerId: string,
  id: string,
  resourceIds?: readonly string[],
): Promise<number | undefined> {
  const row = await reader.get<{ seq: number }>(
    sql`SELECT seq FROM activity WHERE owner_id = ${ownerId} AND id = ${id}${aboutOneOf(resourceIds)}`,
  );
  return row?.seq;
}

/**
 * Deletes an owner's activity beyond the count, and of the oldest entries a batch beyond the age. Sequence
 * order is time order, so no other rows have to be read.
 */
export async function pruneActivity(
  tx: Writer,
  ownerId: string,
  kept: { readonly sinceMs: number; readonly count: number },
): Promise<number> {
  const many = await tx.run(sql`DELETE FROM activity WHERE owner_id = ${ownerId} AND seq <=
    (SELECT activity_seq FROM owners WHERE id = ${ownerId}) - ${kept.count}`);
  const old = await tx.run(sql`DELETE FROM activity WHERE owner_id = ${ownerId} AND seq IN
    (SELECT seq FROM activity WHERE owner_id = ${ownerId} ORDER BY seq LIMIT ${pruneAtOnce})
    AND at < ${kept.sinceMs}`);
  return many + old;
}

/** Batch size of a deletion, so that no writer waits for long. */
export const pruneAtOnce = 1_000;

function aboutOneOf(resourceIds: readonly string[] | undefined): Query {
  if (resourceIds === undefined) return sql``;
  const ids = resourceIds.map((id) => sql`${id}`);
  return sql` AND resource_id IN (${joinQueries(ids, ', ')})`;
}
