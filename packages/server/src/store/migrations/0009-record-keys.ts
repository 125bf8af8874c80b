import type { Migration } from './migration.ts';

/**
 * Versions of records, and the keys of declared indexes: the columns of a row hold `<resource id><sort key>`,
 * so that one index serves all resources and nothing else could be chosen for a range of it.
 */
export const recordKeys: Migration = ({ bytewise }) => [
  `ALTER TABLE records ADD COLUMN version BIGINT NOT NULL DEFAULT 1`,
  ...[1, 2, 3, 4, 5].flatMap((slot) => [
    `ALTER TABLE records ADD COLUMN key${slot} TEXT ${bytewise}`,
    `CREATE INDEX records_by_key${slot} ON records (key${slot}, id) WHERE key${slot} IS NOT NULL`,
  ]),
  `ALTER TABLE resources ADD COLUMN indexes TEXT`,
  `ALTER TABLE resources ADD COLUMN removed_at BIGINT`,
  `CREATE TABLE record_upkeep (
    resource_id TEXT PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE
  )`,
];
