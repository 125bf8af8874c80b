/** The outbox of what owners are told about their sites. */
import { joined, type Query, type Reader, skipLocked, sql, type Writer } from '../store.ts';

export type NoticeChannel = 'webhook' | 'email';

interface NoticeRow {
  /** The `webhook-id` of every try. */
  readonly id: string;
  readonly site_id: string;
  readonly channel: NoticeChannel;
  readonly event: string;
  readonly payload: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly tries: number;
  /** When it is to be tried next; while it is being tried, when somebody else may take it over. */
  readonly due_at: number | null;
  readonly taken_by: string | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
}

export type ClaimedNotice = Pick<
  NoticeRow,
  'id' | 'site_id' | 'channel' | 'event' | 'payload' | 'tries' | 'created_at'
>;

/** Adds one unless so many of the site are waiting already; 0 rows then. */
export function insertNotice(
  tx: Writer,
  row: Pick<NoticeRow, 'id' | 'site_id' | 'channel' | 'event' | 'payload' | 'created_at'>,
  pendingMax: number,
): Promise<number> {
  return tx.run(sql`INSERT INTO notices
      (id, site_id, channel, event, payload, state, tries, due_at, created_at)
    SELECT ${row.id}, ${row.site_id}, ${row.channel}, ${row.event}, ${row.payload}, 'pending',
      ${zero}, ${bigint(row.created_at)}, ${bigint(row.created_at)}
    WHERE (SELECT count(*) FROM notices WHERE site_id = ${row.site_id} AND state = 'pending')
      < ${pendingMax}`);
}

// A value in a SELECT has no column to take its type from.
const zero = sql`0`;
function bigint(value: number) {
  return { sqlite: sql`${value}`, postgres: sql`${value}::bigint` };
}

/** Takes notices that are due, counting the try before it is made. */
export function claimNotices(
  tx: Writer,
  claim: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly takenBy: string;
    readonly limit: number;
    readonly exceptReceivers: readonly string[];
  },
): Promise<ClaimedNotice[]> {
  return tx.all(sql`UPDATE notices SET tries = tries + 1, taken_by = ${claim.takenBy},
      due_at = ${claim.nowMs + claim.leaseMs}
    WHERE id IN (SELECT id FROM notices
      WHERE due_at <= ${claim.nowMs}${except(claim.exceptReceivers)}
      ORDER BY due_at LIMIT ${claim.limit}${skipLocked})
    RETURNING id, site_id, channel, event, payload, tries, created_at`);
}

export async function nextNoticeMs(
  reader: Reader,
  exceptReceivers: readonly string[],
): Promise<number | undefined> {
  const row = await reader.get<{ due: number }>(sql`SELECT due_at AS due FROM notices
    WHERE due_at IS NOT NULL${except(exceptReceivers)} ORDER BY due_at LIMIT 1`);
  return row?.due;
}

/** To be tried again later. 0 rows when somebody else has taken it over or finished it since. */
export function postponeNotice(
  tx: Writer,
  { id, takenBy }: { readonly id: string; readonly takenBy: string },
  next: Pick<NoticeRow, 'due_at' | 'status' | 'fault'>,
): Promise<number> {
  return tx.run(sql`UPDATE notices SET due_at = ${next.due_at}, status = ${next.status},
      fault = ${next.fault}, taken_by = NULL
    WHERE id = ${id} AND taken_by = ${takenBy}`);
}

/** A try that was not made, or was cut off by us, does not count. */
export function giveBackNotice(
  tx: Writer,
  { id, takenBy }: { readonly id: string; readonly takenBy: string },
  dueAt: number | null,
): Promise<number> {
  return tx.run(sql`UPDATE notices SET tries = tries - 1, due_at = ${dueAt}, taken_by = NULL
    WHERE id = ${id} AND state = 'pending' AND taken_by = ${takenBy}`);
}

/** What an earlier process was trying when it ended; only where there is never a second one. */
export function releaseNotices(tx: Writer, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE notices SET due_at = ${nowMs}, taken_by = NULL
    WHERE due_at IS NOT NULL AND taken_by IS NOT NULL`);
}

/** Nothing is kept of one that arrived or was given up: it repeats what a visitor wrote. */
export function deleteNotice(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE id = ${id}`);
}

/** What was told about a question or a lead goes with it. */
export function deleteNoticesAbout(tx: Writer, siteId: string, thingId: string): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE site_id = ${siteId}
    AND payload LIKE ${`%"id":"${thingId}"%`}`);
}

/** Who a notice goes to, as the sender tells receivers apart. */
export function receiverOf({ site_id, channel }: Pick<NoticeRow, 'site_id' | 'channel'>): string {
  return `${channel} ${site_id}`;
}

function except(receivers: readonly string[]): Query {
  if (receivers.length === 0) return sql``;
  const each = receivers.map((receiver) => sql`${receiver}`);
  return sql` AND channel || ' ' || site_id NOT IN (${joined(each, ', ')})`;
}
