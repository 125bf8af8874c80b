import type { Migration } from './migration.ts';

/**
 * When each webhook is next due, so that one row pauses all its deliveries; payloads that the deliveries of an event
 * share; bytes that count against the quota of their owner; and changes of many questions that are made in steps.
 */
export const keptBytes: Migration = ({ bytewise }) => [
  // The earliest time of its deliveries; null while it is archived or suspended, and if none waits.
  `ALTER TABLE webhooks ADD COLUMN next_at BIGINT`,
  `CREATE INDEX webhooks_next ON webhooks (next_at) WHERE next_at IS NOT NULL`,
  `UPDATE deliveries SET due_at = created_at WHERE state = 'pending' AND due_at IS NULL`,
  `DROP INDEX deliveries_due`,
  `CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX deliveries_taken ON deliveries (webhook_id, id) WHERE taken_by IS NOT NULL`,
  `UPDATE webhooks SET next_at =
    (SELECT min(due_at) FROM deliveries WHERE webhook_id = webhooks.resource_id) WHERE active = 1`,
  `CREATE TABLE delivery_payloads (
    id TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    payload TEXT NOT NULL
  )`,
  `CREATE INDEX delivery_payloads_by_owner ON delivery_payloads (owner_id)`,
  // Null for older deliveries: their payload is in their own row, and is not counted.
  `ALTER TABLE deliveries ADD COLUMN payload_id TEXT ${bytewise}`,
  `CREATE INDEX deliveries_by_payload ON deliveries (payload_id) WHERE payload_id IS NOT NULL`,
  `ALTER TABLE owners ADD COLUMN kept_bytes BIGINT NOT NULL DEFAULT 0`,
  // 0 for questions and leads that were not imported.
  `ALTER TABLE questions ADD COLUMN imported_bytes BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE leads ADD COLUMN imported_bytes BIGINT NOT NULL DEFAULT 0`,
  `UPDATE owners SET kept_bytes = (SELECT coalesce(sum(octet_length(packed)), 0) FROM profile_versions
    JOIN sites ON sites.id = profile_versions.site_id WHERE sites.owner_id = owners.id)`,
  `CREATE TABLE question_moves (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    place BIGINT NOT NULL,
    change TEXT NOT NULL,
    question_ids TEXT NOT NULL,
    PRIMARY KEY (site_id, place)
  )`,
];
