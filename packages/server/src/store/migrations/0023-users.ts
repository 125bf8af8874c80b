import type { Migration } from './migration.ts';

/** Accounts of applications: their records are in a resource of kind Users, and the rest is here. */
export const userTables: Migration = ({ bytewise }) => [
  // Apart from the records, which are exported, sent by webhooks and read by assistants.
  `CREATE TABLE accounts (
    users_id TEXT ${bytewise} NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
    record_id TEXT ${bytewise} NOT NULL,
    password TEXT,
    verified_at BIGINT,
    PRIMARY KEY (users_id, record_id)
  )`,
  `CREATE TABLE user_sessions (
    hash TEXT ${bytewise} PRIMARY KEY,
    users_id TEXT ${bytewise} NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
    record_id TEXT ${bytewise} NOT NULL,
    by_code BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX user_sessions_by_account ON user_sessions (users_id, record_id, created_at)`,
  `CREATE INDEX user_sessions_by_end ON user_sessions (expires_at)`,
  // One for each address that asked, known or not.
  `CREATE TABLE user_codes (
    users_id TEXT ${bytewise} NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
    address TEXT ${bytewise} NOT NULL,
    hash TEXT NOT NULL,
    tries_left BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (users_id, address)
  )`,
  `CREATE INDEX user_codes_by_end ON user_codes (expires_at)`,
  // Sessions that began before are over.
  `ALTER TABLE resources ADD COLUMN sessions_since BIGINT`,
  // Who made a change, and of a deleted record what the rule `view` reads.
  `ALTER TABLE activity ADD COLUMN user_id TEXT`,
  `ALTER TABLE activity ADD COLUMN removed TEXT`,
  `ALTER TABLE objects ADD COLUMN user_id TEXT`,
];
