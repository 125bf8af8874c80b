import type { Migration } from './migration.ts';

/** The members of an owner with their passkeys; sessions and links know their member. */
export const people: Migration = ({ bytewise }) => [
  // `email` is lower case. `joined_at` is the first sign-in.
  `CREATE TABLE members (
    id TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    email TEXT,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    joined_at BIGINT
  )`,
  `CREATE INDEX members_by_owner ON members (owner_id, created_at)`,
  `CREATE UNIQUE INDEX members_by_email ON members (email, owner_id) WHERE email IS NOT NULL`,
  // `id` and `public_key` are base64url; `operator` is 1 if it signs an operator in.
  `CREATE TABLE passkeys (
    id TEXT ${bytewise} PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    transports TEXT NOT NULL,
    operator BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
  )`,
  `CREATE INDEX passkeys_by_member ON passkeys (member_id, created_at)`,
  // Challenges that were answered, until they would have expired: none is answered twice.
  `CREATE TABLE used_challenges (
    hash TEXT ${bytewise} PRIMARY KEY,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX used_challenges_by_end ON used_challenges (expires_at)`,
  `ALTER TABLE console_sessions ADD COLUMN member_id TEXT REFERENCES members (id) ON DELETE CASCADE`,
  `ALTER TABLE console_sessions ADD COLUMN passkey_id TEXT`,
  `CREATE INDEX console_sessions_by_member ON console_sessions (member_id, created_at)
    WHERE member_id IS NOT NULL`,
  `ALTER TABLE console_links ADD COLUMN member_id TEXT REFERENCES members (id) ON DELETE CASCADE`,
  `CREATE INDEX console_links_by_member ON console_links (member_id) WHERE member_id IS NOT NULL`,
];
