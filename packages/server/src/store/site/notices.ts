/** The outbox of what owners are told about their sites. */
import type { OutboxRow, OutboxTable } from '../outbox.ts';
import { sql, type Writer } from '../store.ts';

export type NoticeChannel = 'webhook' | 'email';

interface NoticeRow extends OutboxRow {
  readonly site_id: string;
  readonly channel: NoticeChannel;
}

export type ClaimedNotice = Pick<
  NoticeRow,
  'id' | 'site_id' | 'channel' | 'event' | 'payload' | 'tries' | 'created_at'
>;

export const noticeOutbox: OutboxTable = {
  name: sql`notices`,
  receiver: sql`channel || ' ' || site_id`,
  claimed: sql`id, site_id, channel, event, payload, tries, created_at`,
};

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

/** Nothing is kept of one that arrived or was given up: it repeats what a visitor wrote. */
export function deleteNotice(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE id = ${id}`);
}

/** What was told about a question or a lead goes with it. */
export function deleteNoticesAbout(tx: Writer, siteId: string, thingId: string): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE site_id = ${siteId}
    AND payload LIKE ${`%"id":"${thingId}"%`}`);
}
