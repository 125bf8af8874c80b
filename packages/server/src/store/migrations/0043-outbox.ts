import type { Migration } from './migration.ts';

/**
 * One outbox for everything that is sent or answered later, and the receivers in whose lines its items wait. What waits
 * for a webhook moves there; `deliveries` is the log of what is over.
 */
export const outbox: Migration = ({ bytewise, clustered, nowMs, only }) => [
  `CREATE TABLE outbox (
    id TEXT ${bytewise} PRIMARY KEY,
    kind TEXT ${bytewise} NOT NULL,
    owner TEXT NOT NULL,
    receiver TEXT ${bytewise} NOT NULL,
    place TEXT ${bytewise} NOT NULL,
    state TEXT NOT NULL,
    status BIGINT,
    fault TEXT,
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    unknown BIGINT NOT NULL DEFAULT 0,
    taken_until BIGINT,
    created_at BIGINT NOT NULL,
    dedupe_key TEXT ${bytewise},
    about TEXT ${bytewise},
    payload TEXT NOT NULL
  )`,
  `CREATE INDEX outbox_in_line ON outbox (kind, receiver, due_at, place) WHERE state = 'pending'`,
  `CREATE INDEX outbox_taken ON outbox (kind, taken_until) WHERE taken_until IS NOT NULL`,
  `CREATE INDEX outbox_over ON outbox (due_at) WHERE state = 'delivered'`,
  // What a webhook is sent is deleted with its webhook alone.
  `CREATE INDEX outbox_about ON outbox (about) WHERE kind <> 'webhook'`,
  `CREATE UNIQUE INDEX outbox_once ON outbox (dedupe_key) WHERE dedupe_key IS NOT NULL`,
  // `next_at`: when the first of its items is due; null while the receiver is paused, and if none waits.
  `CREATE TABLE receivers (
    kind TEXT ${bytewise} NOT NULL,
    receiver TEXT ${bytewise} NOT NULL,
    owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    waiting BIGINT NOT NULL,
    next_at BIGINT,
    paused_at BIGINT,
    PRIMARY KEY (kind, receiver)
  )${clustered}`,
  `CREATE INDEX receivers_next ON receivers (kind, next_at, owner) WHERE next_at IS NOT NULL`,
  `CREATE INDEX receivers_by_owner ON receivers (owner)`,
  // Payloads of before they were shared.
  `UPDATE owners SET kept_bytes = kept_bytes + (SELECT coalesce(sum(octet_length(payload) + 1024), 0)
    FROM deliveries JOIN webhooks ON webhooks.resource_id = deliveries.webhook_id
    WHERE webhooks.owner_id = owners.id AND payload_id IS NULL)`,
  `INSERT INTO delivery_payloads (id, owner_id, payload)
    SELECT deliveries.id, webhooks.owner_id, deliveries.payload
    FROM deliveries JOIN webhooks ON webhooks.resource_id = deliveries.webhook_id WHERE payload_id IS NULL`,
  `UPDATE deliveries SET payload_id = id WHERE payload_id IS NULL`,
  // How many deliveries share it.
  `ALTER TABLE delivery_payloads ADD COLUMN uses BIGINT NOT NULL DEFAULT 0`,
  `UPDATE delivery_payloads SET uses =
    (SELECT count(*) FROM deliveries WHERE payload_id = delivery_payloads.id)`,
  ...only.sqlite([
    moved("json_object('event', event, 'body', payload_id, 'attempts', json(attempts))"),
  ]),
  ...only.postgres([
    moved(
      `'{"event":' || to_json(event) || ',"body":' || to_json(payload_id) || ',"attempts":' || attempts || '}'`,
    ),
  ]),
  `DELETE FROM deliveries WHERE state = 'pending'`,
  `INSERT INTO receivers (kind, receiver, owner, waiting, next_at, paused_at)
    SELECT 'webhook', resource_id, owner_id,
      (SELECT count(*) FROM outbox WHERE kind = 'webhook' AND receiver = resource_id),
      CASE WHEN ${isSending(nowMs)} THEN (SELECT min(due_at) FROM outbox
        WHERE kind = 'webhook' AND receiver = resource_id AND state = 'pending') END,
      CASE WHEN ${isSending(nowMs)} THEN NULL ELSE ${nowMs} END
    FROM webhooks`,
  `DROP INDEX deliveries_due`,
  `DROP INDEX deliveries_taken`,
  `DROP INDEX deliveries_pending`,
  `DROP INDEX deliveries_finished`,
  `DROP INDEX deliveries_by_payload`,
  `DROP INDEX webhooks_next`,
  ...['payload', 'due_at', 'taken_by'].map((name) => `ALTER TABLE deliveries DROP COLUMN ${name}`),
  ...['pending', 'next_at'].map((name) => `ALTER TABLE webhooks DROP COLUMN ${name}`),
];

// A lease of the process before has no end here: its attempt has no known outcome.
function moved(payload: string): string {
  return `INSERT INTO outbox (id, kind, owner, receiver, place, state, status, fault, due_at, tries, unknown,
      taken_until, created_at, about, payload)
    SELECT deliveries.id, 'webhook', webhooks.owner_id, webhook_id, deliveries.id, 'pending', status, fault,
      coalesce(due_at, created_at), tries, 0, CASE WHEN taken_by IS NOT NULL THEN due_at END, created_at,
      service || ' ' || deliveries.resource_id, ${payload}
    FROM deliveries JOIN webhooks ON webhooks.resource_id = deliveries.webhook_id WHERE state = 'pending'`;
}

const isSending = (nowMs: string) => `(active = 1 AND (key_id IS NULL OR EXISTS (SELECT 1 FROM keys
  WHERE keys.id = webhooks.key_id AND keys.revoked_at IS NULL
    AND (keys.expires_at IS NULL OR keys.expires_at > ${nowMs}))))`;
