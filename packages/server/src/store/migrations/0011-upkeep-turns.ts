import type { Migration } from './migration.ts';

/** Upkeep by turns: whose it is, so that owners take turns, and the record that the keys have been written up to. */
export const upkeepTurns: Migration = ({ bytewise }) => [
  `ALTER TABLE record_upkeep ADD COLUMN owner_id TEXT ${bytewise} NOT NULL DEFAULT ''`,
  `ALTER TABLE record_upkeep ADD COLUMN after_id TEXT ${bytewise} NOT NULL DEFAULT ''`,
  `UPDATE record_upkeep
    SET owner_id = (SELECT owner_id FROM resources WHERE resources.id = record_upkeep.resource_id)`,
  `CREATE INDEX record_upkeep_by_owner ON record_upkeep (owner_id, resource_id)`,
];
