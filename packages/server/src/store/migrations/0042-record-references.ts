import type { Migration } from './migration.ts';

/**
 * References that hold (`config.references` with `to`): `refs` of a resource says which it has, and `record_refs` has a
 * row for each id that a record names in such a field. `to_record` is the id that callers see.
 */
export const recordReferences: Migration = ({ bytewise, clustered }) => [
  `ALTER TABLE resources ADD COLUMN refs TEXT`,
  `CREATE INDEX resources_with_refs ON resources (owner_id) WHERE refs IS NOT NULL`,
  `CREATE TABLE record_refs (
    resource_id TEXT NOT NULL,
    record_id TEXT ${bytewise} NOT NULL,
    field TEXT ${bytewise} NOT NULL,
    to_resource TEXT NOT NULL,
    to_record TEXT ${bytewise} NOT NULL,
    PRIMARY KEY (resource_id, record_id, field, to_resource, to_record),
    FOREIGN KEY (resource_id, record_id) REFERENCES records (resource_id, id) ON DELETE CASCADE
  )${clustered}`,
  `CREATE INDEX record_refs_by_target ON record_refs (to_resource, resource_id, field, to_record)`,
];
