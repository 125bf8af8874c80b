import type { Migration } from './migration.ts';

/** Upkeep in turns: the owner, so that owners alternate, and the last record whose keys have been written. */
export const upkeepTurns: Migration = ({ bytewise }) => [
  `ALTER TABLE record_upkeep ADD COLUMN owner_id TEXT ${bytewise} NOT NULL DEFAULT ''`,
  `ALTER TABLE record_upkeep ADD COLUMN after_id TEXT ${bytewise} NOT NULL DEFAULT ''`,
  `UPDATE record_upkeep
    SET owner_id = (SELECT owner_id FROM resources WHERE resources.id = record_upkeep.resource_id)`,
  `CREATE INDEX record_upkeep_by_owner ON record_upkeep (owner_id, resource_id)`,
];
