import type { Migration } from './migration.ts';

/** Addresses for notices by e-mail, and whether their owners have confirmed them by a link. */
export const mailboxes: Migration = ({ bytewise, jsonOf, nowMs }) => [
  `CREATE TABLE mailboxes (
    owner_id TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    email TEXT ${bytewise} NOT NULL,
    token_hash TEXT ${bytewise},
    expires_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    PRIMARY KEY (owner_id, email)
  )`,
  `CREATE UNIQUE INDEX mailboxes_by_token ON mailboxes (token_hash) WHERE token_hash IS NOT NULL`,
  // Addresses that already get notices keep getting them.
  `INSERT INTO mailboxes (owner_id, email, expires_at, confirmed_at)
    SELECT DISTINCT owner_id, ${jsonOf('profile')} -> 'notify' ->> 'email', 0, ${nowMs} FROM sites
    WHERE ${jsonOf('profile')} -> 'notify' ->> 'email' IS NOT NULL`,
];
