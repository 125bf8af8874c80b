import { type Migration, outboxColumns } from './migration.ts';

/** Devices that show notices, what is on its way to them, and the key that signs it. */
export const pushTables: Migration = ({ bytewise }) => [
  // Has one row; `private` is encrypted.
  `CREATE TABLE push_keys (
    id BIGINT PRIMARY KEY,
    public TEXT NOT NULL,
    private TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  // A device belongs to the session that registered it, and gets no notices after that session has ended.
  `CREATE TABLE push_devices (
    id TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    session_hash TEXT ${bytewise} NOT NULL REFERENCES console_sessions (hash) ON DELETE CASCADE,
    endpoint TEXT ${bytewise} NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX push_devices_by_owner ON push_devices (owner_id, created_at)`,
  `CREATE INDEX push_devices_by_member ON push_devices (member_id, created_at)`,
  `CREATE UNIQUE INDEX push_devices_by_session ON push_devices (session_hash)`,
  `CREATE UNIQUE INDEX push_devices_by_endpoint ON push_devices (endpoint)`,
  // An outbox; the payload has ids, and no text of a visitor.
  `CREATE TABLE pushes (
    id TEXT ${bytewise} PRIMARY KEY,
    device_id TEXT ${bytewise} NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    payload TEXT NOT NULL,
    ${outboxColumns}
  )`,
  `CREATE INDEX pushes_by_due ON pushes (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX pushes_by_device ON pushes (device_id)`,
  `CREATE INDEX pushes_by_site ON pushes (site_id)`,
];
