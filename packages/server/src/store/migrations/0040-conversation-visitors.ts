import type { Migration } from './migration.ts';

/** The hash of the visitor who began a conversation, and whose later questions may use it as history. */
export const conversationVisitors: Migration = () => [
  `ALTER TABLE conversations ADD COLUMN visitor_hash TEXT`,
];
