import type { Migration } from './migration.ts';

/** Owners and keys, resources with their records and objects, activity, and responses saved for repeated requests. */
export const platformTables: Migration = ({ bytewise, clustered }) => [
  `CREATE TABLE owners (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    resource_count BIGINT NOT NULL DEFAULT 0,
    object_bytes BIGINT NOT NULL DEFAULT 0,
    activity_seq BIGINT NOT NULL DEFAULT 0
  )`,
  `CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id),
    type TEXT NOT NULL,
    public TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    last_used_at BIGINT,
    revoked_at BIGINT
  )`,
  `CREATE INDEX keys_by_owner ON keys (owner_id)`,
  `CREATE TABLE resources (
    id TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id),
    service TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    config TEXT NOT NULL,
    state TEXT NOT NULL,
    state_before TEXT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    archived_at BIGINT,
    completed_at BIGINT,
    captured_at BIGINT,
    validation TEXT,
    record_count BIGINT NOT NULL DEFAULT 0,
    record_bytes BIGINT NOT NULL DEFAULT 0,
    object_count BIGINT NOT NULL DEFAULT 0,
    object_bytes BIGINT NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX resources_by_owner ON resources (owner_id, id)`,
  `CREATE TABLE records (
    resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
    id TEXT ${bytewise} NOT NULL,
    record TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT,
    PRIMARY KEY (resource_id, id)
  )`,
  `CREATE TABLE objects (
    resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
    key TEXT ${bytewise} NOT NULL,
    blob TEXT NOT NULL UNIQUE,
    size BIGINT NOT NULL,
    content_type TEXT NOT NULL,
    inline BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (resource_id, key)
  )`,
  `CREATE TABLE activity (
    owner_id TEXT NOT NULL REFERENCES owners (id),
    seq BIGINT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    service TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    key_id TEXT NOT NULL,
    key_name TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (owner_id, seq)
  )${clustered}`,
  // Responses, each saved under the idempotency key of its request.
  `CREATE TABLE answers (
    key_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status BIGINT NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (key_id, idempotency_key)
  )`,
  `CREATE INDEX answers_by_age ON answers (created_at)`,
];
