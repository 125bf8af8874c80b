import { type Migration, outboxColumns } from './migration.ts';

/** Webhooks with their outbox, counters of rates, and which keys have a successor. */
export const eventTables: Migration = ({ bytewise }) => [
  `ALTER TABLE keys ADD COLUMN rotated_at BIGINT`,
  `ALTER TABLE owners ADD COLUMN webhook_count BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE webhooks (
    resource_id TEXT PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
    owner_id TEXT NOT NULL REFERENCES owners (id),
    url TEXT,
    events TEXT NOT NULL,
    services TEXT NOT NULL,
    secret TEXT NOT NULL,
    active BIGINT NOT NULL,
    pending BIGINT NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX webhooks_by_owner ON webhooks (owner_id)`,
  `CREATE TABLE deliveries (
    id TEXT ${bytewise} PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (resource_id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    payload TEXT NOT NULL,
    ${outboxColumns}
  )`,
  `CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id)`,
  `CREATE INDEX deliveries_finished ON deliveries (webhook_id, id) WHERE finished_at IS NOT NULL`,
  `CREATE TABLE rates (
    bucket TEXT PRIMARY KEY,
    started_at BIGINT NOT NULL,
    used BIGINT NOT NULL
  )`,
];
