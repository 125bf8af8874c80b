import { type Migration, outboxColumns } from './migration.ts';

/** The channels of sites, the messages that arrive by them, and the outbox of those that leave. */
export const channelTables: Migration = ({ bytewise }) => [
  // The settings are encrypted.
  `CREATE TABLE channels (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    channel TEXT ${bytewise} NOT NULL,
    settings TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    received_at BIGINT,
    sent_at BIGINT,
    fault TEXT,
    PRIMARY KEY (site_id, channel)
  )`,
  // Rows stay for a while after they were answered, so that a repeated delivery is recognised.
  `CREATE TABLE arrivals (
    id TEXT ${bytewise} PRIMARY KEY,
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    channel TEXT ${bytewise} NOT NULL,
    outside_id TEXT ${bytewise} NOT NULL,
    conversation TEXT ${bytewise} NOT NULL,
    place TEXT ${bytewise} NOT NULL,
    event TEXT NOT NULL,
    payload TEXT NOT NULL,
    ${outboxColumns}
  )`,
  `CREATE UNIQUE INDEX arrivals_by_outside_id ON arrivals (site_id, channel, outside_id)`,
  `CREATE INDEX arrivals_due ON arrivals (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX arrivals_in_order ON arrivals (site_id, conversation, place) WHERE state = 'pending'`,
  `CREATE INDEX arrivals_finished ON arrivals (finished_at) WHERE finished_at IS NOT NULL`,
  `CREATE TABLE channel_sends (
    id TEXT ${bytewise} PRIMARY KEY,
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    channel TEXT ${bytewise} NOT NULL,
    conversation TEXT ${bytewise} NOT NULL,
    message_id TEXT ${bytewise} NOT NULL,
    event TEXT NOT NULL,
    payload TEXT NOT NULL,
    ${outboxColumns}
  )`,
  `CREATE INDEX channel_sends_due ON channel_sends (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX channel_sends_in_order ON channel_sends (site_id, conversation, id)
    WHERE state = 'pending'`,
];
