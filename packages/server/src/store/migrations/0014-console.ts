import type { Migration } from './migration.ts';

/** Who is signed in to the console, and the one-time links that let people in. Neither is part of a backup. */
export const consoleTables: Migration = ({ bytewise }) => [
  // `acting_id` is the key that changes are made with; `credential_id` what the session was opened with, null
  // for a link. The session ends with either.
  `CREATE TABLE console_sessions (
    hash TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    acting_id TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
    credential_id TEXT REFERENCES keys (id) ON DELETE CASCADE,
    operator BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX console_sessions_by_owner ON console_sessions (owner_id, created_at)`,
  `CREATE INDEX console_sessions_by_end ON console_sessions (expires_at)`,
  `CREATE TABLE console_links (
    hash TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    operator BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX console_links_by_end ON console_links (expires_at)`,
  `CREATE INDEX questions_by_conversation ON questions (site_id, conversation, id)
    WHERE conversation IS NOT NULL`,
];
