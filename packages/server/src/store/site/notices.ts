/** Outbox of notices to owners about their sites. */
import type { OutboxRow, OutboxTable } from '../outbox.ts';
import { sql, type Writer } from '../store.ts';
import { holdSite } from './sites.ts';

export type NoticeChannel = 'webhook' | 'email';

interface NoticeRow extends OutboxRow {
  readonly site_id: string;
  readonly channel: NoticeChannel;
}

export type ClaimedNotice = Pick<
  NoticeRow,
  'id' | 'site_id' | 'channel' | 'event' | 'payload' | 'tries' | 'fault' | 'created_at'
>;

export const noticeOutbox: OutboxTable = {
  name: sql`notices`,
  receiver: sql`channel || ' ' || site_id`,
  owner: sql`(SELECT owner_id FROM sites WHERE sites.id = notices.site_id)`,
  claimed: sql`id, site_id, channel, event, payload, tries, fault, created_at`,
};

/** Adds a notice; 0 rows when the site has reached its limit of pending ones. */
export async function insertNotice(
  tx: Writer,
  row: Pick<NoticeRow, 'id' | 'site_id' | 'channel' | 'event' | 'payload' | 'created_at'>,
  pendingMax: number,
): Promise<number> {
  await holdSite(tx, row.site_id);
  return tx.run(sql`INSERT INTO notices
      (id, site_id, channel, event, payload, state, tries, due_at, created_at)
    SELECT ${row.id}, ${row.site_id}, ${row.channel}, ${row.event}, ${row.payload}, 'pending',
      ${zero}, ${bigint(row.created_at)}, ${bigint(row.created_at)}
    WHERE (SELECT count(*) FROM notices WHERE site_id = ${row.site_id} AND state = 'pending')
      < ${pendingMax}`);
}

// PostgreSQL cannot infer the type of a parameter in a SELECT list.
const zero = sql`0`;
function bigint(value: number) {
  return { sqlite: sql`${value}`, postgres: sql`${value}::bigint` };
}

/** A finished notice is deleted, since it contains what a visitor wrote. */
export function deleteNotice(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE id = ${id}`);
}

/** Deletes the notices about a deleted question or lead. */
export function deleteNoticesAbout(tx: Writer, siteId: string, thingId: string): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE site_id = ${siteId}
    AND payload LIKE ${`%"id":"${thingId}"%`}`);
}
