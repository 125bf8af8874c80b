import type { Migration } from './migration.ts';

/** Keys that sign, grants to nodes and what nodes counted; where sites went; voice by the day. */
export const nodeTables: Migration = ({ bytewise, clustered }) => [
  // `current` is 1 for the key that signs, and NULL for the others, which only verify.
  `CREATE TABLE signing_keys (
    kid TEXT ${bytewise} PRIMARY KEY,
    public TEXT NOT NULL,
    private TEXT,
    current BIGINT UNIQUE,
    created_at BIGINT NOT NULL
  )`,
  `CREATE TABLE grants (
    jti TEXT ${bytewise} PRIMARY KEY,
    kid TEXT NOT NULL REFERENCES signing_keys (kid),
    node_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    sites TEXT NOT NULL,
    caps TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
  )`,
  `CREATE INDEX grants_by_end ON grants (expires_at)`,
  `CREATE TABLE node_days (
    node_id TEXT ${bytewise} NOT NULL,
    site_id TEXT ${bytewise} NOT NULL,
    date TEXT ${bytewise} NOT NULL,
    questions BIGINT NOT NULL,
    answered BIGINT NOT NULL,
    leads BIGINT NOT NULL,
    voice BIGINT NOT NULL,
    live_seconds BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (node_id, site_id, date)
  )${clustered}`,
  `CREATE INDEX node_days_by_date ON node_days (date)`,
  `CREATE TABLE reported_days (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    date TEXT ${bytewise} NOT NULL,
    questions BIGINT NOT NULL,
    answered BIGINT NOT NULL,
    leads BIGINT NOT NULL,
    voice BIGINT NOT NULL,
    live_seconds BIGINT NOT NULL,
    PRIMARY KEY (site_id, date)
  )${clustered}`,
  `CREATE TABLE site_moves (
    site_id TEXT ${bytewise} PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    base TEXT NOT NULL,
    moved_at BIGINT NOT NULL
  )`,
  `ALTER TABLE site_days ADD COLUMN voice BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE site_days ADD COLUMN live_seconds BIGINT NOT NULL DEFAULT 0`,
];
