import type { Migration } from './migration.ts';

/** The bytes of imported messages count against those of the owner, until their conversation is deleted. */
export const importedConversations: Migration = () => [
  `ALTER TABLE conversations ADD COLUMN imported_bytes BIGINT NOT NULL DEFAULT 0`,
];
