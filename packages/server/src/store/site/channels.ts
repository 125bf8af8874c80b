/** Channels of sites. */
import type { ChannelName } from '@baraza/contract';
import { insertInto } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

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
