import type { Migration } from './migration.ts';

/**
 * The member who made a key, in a session of the console or of a credential that the member made: it ends when they are
 * removed. A passkey that was added in a session of a credential ends with that credential.
 */
export const keyMakers: Migration = ({ bytewise }) => [
  `ALTER TABLE keys ADD COLUMN member_id TEXT ${bytewise}`,
  `CREATE INDEX keys_by_member ON keys (member_id) WHERE member_id IS NOT NULL`,
  `ALTER TABLE passkeys ADD COLUMN credential_id TEXT ${bytewise}`,
];
