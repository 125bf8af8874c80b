/** Outbox of notices to owners about their sites. */
import type { OutboxRow, OutboxTable } from '../outbox.ts';
import { typed } from '../rows.ts';
import { contains, sql, type Writer } from '../store.ts';
import { isTaking } from './frozen-sites.ts';
import { lockSite } from './sites.ts';

export const noticeChannels = ['webhook', 'email'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeEvents = [
  'lead.created',
  'question.unanswered',
  'questions.digest',
  'conversation.waiting',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

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
  isNext: isTaking,
};

/** Adds a notice; 0 rows when the site has reached its limit of pending ones by this channel. */
export async function insertNotice(
  tx: Writer,
  row: Pick<NoticeRow, 'id' | 'site_id' | 'channel' | 'event' | 'payload' | 'created_at'>,
  pendingMax: number,
): Promise<number> {
  await lockSite(tx, row.site_id);
  const now = typed('bigint', row.created_at);
  return tx.run(sql`INSERT INTO notices
      (id, site_id, channel, event, payload, state, tries, due_at, created_at)
    SELECT ${row.id}, ${row.site_id}, ${row.channel}, ${row.event}, ${row.payload}, 'pending',
      0, ${now}, ${now}
    WHERE (SELECT count(*) FROM notices WHERE site_id = ${row.site_id} AND state = 'pending'
      AND channel = ${row.channel}) < ${pendingMax}`);
}

/** Notices by e-mail that were held back until their address is confirmed are due now. */
export function releaseHeldMail(tx: Writer, ownerId: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE notices SET due_at = ${nowMs}
    WHERE channel = 'email' AND state = 'pending' AND due_at IS NULL AND taken_by IS NULL
      AND site_id IN (SELECT id FROM sites WHERE owner_id = ${ownerId})`);
}

/** Held notices whose address was never confirmed: they contain what a visitor wrote. At most `limit` at once. */
export function pruneHeldNotices(tx: Writer, beforeMs: number, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM notices WHERE id IN (SELECT id FROM notices
    WHERE state = 'pending' AND due_at IS NULL AND taken_by IS NULL AND created_at < ${beforeMs}
    LIMIT ${limit})`);
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

/** Deletes the notices about a deleted conversation and its questions. */
export function deleteNoticesInConversation(tx: Writer, siteId: string, conversation: string) {
  return tx.run(sql`DELETE FROM notices WHERE site_id = ${siteId}
    AND ${contains(sql`payload`, `"conversation":${JSON.stringify(conversation)}`)}`);
}
