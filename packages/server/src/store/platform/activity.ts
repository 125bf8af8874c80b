import type { EventType, Service } from '@baraza/contract';
import { insertInto, listOf, readNumber, readValue } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';

export interface ActivityRow {
  readonly owner_id: string;
  /** Sequence number per owner, without gaps and in commit order. */
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly action: EventType;
  readonly resource_id: string;
  readonly service: Service;
  readonly kind: string;
  readonly name: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly detail: string;
  /** The user who made the change; null for a key. */
  readonly user_id: string | null;
  /** For a deleted record: the fields that the rule `view` reads, as JSON; never sent. */
  readonly removed: string | null;
}

const columns = sql`owner_id, seq, id, at, action, resource_id, service, kind, name, key_id,
  key_name, detail, user_id, removed`;

export function insertActivity(tx: Writer, row: ActivityRow): Promise<number> {
  return tx.run(insertInto('activity', columns, [row]));
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
  return reader.all(sql`SELECT ${columns} FROM activity
    WHERE owner_id = ${ownerId} AND service IN (${listOf(services)})${aboutOneOf(resourceIds)}
    ORDER BY seq DESC LIMIT ${limit}`);
}

/** How many entries an owner has for each day, as days since 1970. */
export function activityByDay(
  reader: Reader,
  ownerId: string,
  { services, resourceIds }: ReadableActivity,
  sinceMs: number,
): Promise<{ readonly day: number; readonly changes: number }[]> {
  return reader.all(sql`SELECT at / 86400000 AS day, count(*) AS changes
    FROM activity WHERE owner_id = ${ownerId} AND at >= ${sinceMs}
      AND service IN (${listOf(services)})${aboutOneOf(resourceIds)}
    GROUP BY 1 ORDER BY 1`);
}

/** Entries after a sequence number of the owner, oldest first. */
export function activityAfter(reader: Reader, ownerId: string, seq: number, limit: number) {
  return reader.all<ActivityRow>(sql`SELECT ${columns} FROM activity
    WHERE owner_id = ${ownerId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`);
}

/** The oldest entry that is kept; undefined if there is none. */
export function oldestActivity(reader: Reader, ownerId: string) {
  return reader.get<{ readonly seq: number; readonly id: string }>(sql`SELECT seq, id FROM activity
    WHERE owner_id = ${ownerId} ORDER BY seq LIMIT 1`);
}

export function lastSeq(reader: Reader, ownerId: string): Promise<number> {
  return readNumber(reader, sql`SELECT activity_seq FROM owners WHERE id = ${ownerId}`);
}

export function lastSeqs(reader: Reader, ownerIds: readonly string[]) {
  return reader.all<{ id: string; seq: number }>(sql`SELECT id, activity_seq AS seq FROM owners
    WHERE id IN (${listOf(ownerIds)})`);
}

export function seqOfActivity(
  reader: Reader,
  ownerId: string,
  id: string,
  resourceIds?: readonly string[],
): Promise<number | undefined> {
  const query = sql`SELECT seq FROM activity WHERE owner_id = ${ownerId} AND id = ${id}${aboutOneOf(resourceIds)}`;
  return readValue(reader, query);
}

/**
 * Deletes an owner's entries beyond the count, and a batch of those beyond the age. Sequence order is time order, so
 * no other rows have to be read.
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
  return resourceIds === undefined ? sql`` : sql` AND resource_id IN (${listOf(resourceIds)})`;
}
