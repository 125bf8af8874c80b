import type { Migration } from './migration.ts';

/** Imports that are stored in steps, and which records belong to one. */
export const importTables: Migration = () => [
  `CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    abandoned_at BIGINT
  )`,
  `CREATE INDEX imports_by_resource ON imports (resource_id)`,
  `ALTER TABLE records ADD COLUMN import_id TEXT`,
];
