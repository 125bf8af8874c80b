import type { Migration } from './migration.ts';

/** The key whose session made another one, which ends with it; and when a session was last used. */
export const keyParents: Migration = ({ bytewise }) => [
  // Without REFERENCES: a restore writes rows in the order of their ids, a key maybe before its parent.
  `ALTER TABLE keys ADD COLUMN parent_id TEXT ${bytewise}`,
  `CREATE INDEX keys_by_parent ON keys (parent_id) WHERE parent_id IS NOT NULL`,
  `ALTER TABLE console_sessions ADD COLUMN last_seen_at BIGINT`,
  `CREATE INDEX console_sessions_by_credential ON console_sessions (credential_id)
    WHERE credential_id IS NOT NULL`,
  `CREATE INDEX console_links_by_owner ON console_links (owner_id)`,
];
