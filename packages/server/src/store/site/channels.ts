/** Channels of sites, the messages that arrived by them, and the outbox of messages to visitors. */
import type { ChannelName } from '@baraza/contract';
import type { OutboxTable } from '../outbox.ts';
import { insertInto, readNumber } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';
import { isTaking } from './frozen-sites.ts';

export interface ChannelRow {
  readonly site_id: string;
  readonly channel: ChannelName;
  /** Encrypted. */
  readonly settings: string;
  readonly created_at: number;
  readonly received_at: number | null;
  readonly sent_at: number | null;
  readonly fault: string | null;
}

const columns = sql`site_id, channel, settings, created_at, received_at, sent_at, fault`;

export function findChannel(reader: Reader, siteId: string, channel: string) {
  return reader.get<ChannelRow>(sql`SELECT ${columns} FROM channels
    WHERE site_id = ${siteId} AND channel = ${channel}`);
}

export function listChannels(reader: Reader, siteId: string): Promise<ChannelRow[]> {
  return reader.all(sql`SELECT ${columns} FROM channels
    WHERE site_id = ${siteId} ORDER BY channel`);
}

export function saveChannel(tx: Writer, row: ChannelRow): Promise<number> {
  return tx.run(sql`${insertInto('channels', columns, [row])}
    ON CONFLICT (site_id, channel) DO UPDATE SET settings = excluded.settings, fault = NULL`);
}

export function deleteChannel(tx: Writer, siteId: string, channel: string): Promise<number> {
  return tx.run(sql`DELETE FROM channels WHERE site_id = ${siteId} AND channel = ${channel}`);
}

export function noteReceived(tx: Writer, siteId: string, channel: string, nowMs: number) {
  return tx.run(sql`UPDATE channels SET received_at = ${nowMs}
    WHERE site_id = ${siteId} AND channel = ${channel}`);
}

/** `fault`: why the last message could not be sent; null if it was sent. */
export function noteSent(
  tx: Writer,
  {
    site_id,
    channel,
    fault,
    nowMs,
  }: Pick<ChannelRow, 'site_id' | 'channel' | 'fault'> & { nowMs: number },
): Promise<number> {
  const sent = fault === null ? sql`, sent_at = ${nowMs}` : sql``;
  return tx.run(sql`UPDATE channels SET fault = ${fault}${sent}
    WHERE site_id = ${site_id} AND channel = ${channel}`);
}

interface Arrival {
  readonly id: string;
  readonly site_id: string;
  readonly channel: ChannelName;
  readonly outside_id: string;
  readonly conversation: string;
  /** Sorts the messages of a conversation. */
  readonly place: string;
  readonly event: string;
  readonly payload: string;
  readonly created_at: number;
}

export type ClaimedArrival = Omit<Arrival, 'outside_id' | 'place'> & { readonly tries: number };

export const arrivalOutbox: OutboxTable = {
  name: sql`arrivals`,
  receiver: sql`site_id || ' ' || conversation`,
  owner: sql`site_id`,
  claimed: sql`id, site_id, channel, conversation, event, payload, tries, created_at`,
  isNext: sql`NOT EXISTS (SELECT 1 FROM arrivals earlier WHERE earlier.site_id = arrivals.site_id
    AND earlier.conversation = arrivals.conversation AND earlier.state = 'pending'
    AND earlier.place < arrivals.place) AND ${isTaking}`,
};

/** Returns 0 if this message has arrived before. */
export function insertArrival(tx: Writer, row: Arrival): Promise<number> {
  const all = { ...row, state: 'pending', tries: 0, due_at: row.created_at };
  return tx.run(sql`${insertInto('arrivals', arrivalColumns, [all])}
    ON CONFLICT (site_id, channel, outside_id) DO NOTHING`);
}

const arrivalColumns = sql`id, site_id, channel, outside_id, conversation, place, event, payload, state, tries,
  due_at, created_at`;

export function hasArrived(
  reader: Reader,
  { site_id, channel, outside_id }: Pick<Arrival, 'site_id' | 'channel' | 'outside_id'>,
): Promise<{ readonly id: string } | undefined> {
  return reader.get(sql`SELECT id FROM arrivals WHERE site_id = ${site_id} AND channel = ${channel}
    AND outside_id = ${outside_id}`);
}

/** Marks the message as done; returns 0 if it was already. Its text has been stored elsewhere. */
export function finishArrival(tx: Writer, id: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE arrivals SET state = 'delivered', due_at = NULL, taken_by = NULL, payload = '',
      finished_at = ${nowMs} WHERE id = ${id} AND state = 'pending'`);
}

export function pruneArrivals(tx: Writer, beforeMs: number, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM arrivals WHERE id IN (SELECT id FROM arrivals
    WHERE finished_at < ${beforeMs} ORDER BY finished_at LIMIT ${limit})`);
}

interface Send {
  readonly id: string;
  readonly site_id: string;
  readonly channel: ChannelName;
  readonly conversation: string;
  readonly message_id: string;
  /** A `notice` is sent even to a visitor who has opted out, such as the confirmation of the opt-out. */
  readonly event: 'message' | 'notice';
  readonly payload: string;
  readonly created_at: number;
}

export type ClaimedSend = Send & {
  readonly tries: number;
  /** Why the last attempt failed; null if it has no outcome, as after a crash. */
  readonly fault: string | null;
};

export const sendOutbox: OutboxTable = {
  name: sql`channel_sends`,
  receiver: sql`site_id || ' ' || conversation`,
  owner: sql`site_id`,
  claimed: sql`id, site_id, channel, conversation, message_id, event, payload, tries, fault, created_at`,
  isNext: sql`NOT EXISTS (SELECT 1 FROM channel_sends earlier WHERE earlier.site_id = channel_sends.site_id
    AND earlier.conversation = channel_sends.conversation AND earlier.state = 'pending'
    AND earlier.id < channel_sends.id) AND ${isTaking}`,
};

const sendColumns = sql`id, site_id, channel, conversation, message_id, event, payload, state, tries, due_at,
  created_at`;

export function insertSend(tx: Writer, row: Send): Promise<number> {
  const all = { ...row, state: 'pending', tries: 0, due_at: row.created_at };
  return tx.run(insertInto('channel_sends', sendColumns, [all]));
}

/** Called before another attempt, so that a crash during it is recognised. */
export function clearFault(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`UPDATE channel_sends SET fault = NULL WHERE id = ${id} AND fault IS NOT NULL`);
}

export function deleteSend(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM channel_sends WHERE id = ${id}`);
}

export function countPendingArrivals(reader: Reader, siteId: string): Promise<number> {
  const query = sql`SELECT count(*) FROM (SELECT 1 FROM arrivals WHERE site_id = ${siteId} AND state = 'pending'
      LIMIT 10000) AS counted`;
  return readNumber(reader, query);
}

/** Deletes what was not sent or answered yet in a deleted conversation. */
export async function deleteChannelRows(tx: Writer, siteId: string, conversation: string) {
  await tx.run(sql`DELETE FROM channel_sends
    WHERE site_id = ${siteId} AND conversation = ${conversation}`);
  await tx.run(sql`DELETE FROM arrivals WHERE site_id = ${siteId} AND conversation = ${conversation}
    AND state = 'pending'`);
}
