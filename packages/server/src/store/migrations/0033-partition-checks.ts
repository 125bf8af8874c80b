import { partedTables } from './0032-partition-bounds.ts';
import type { Migration } from './migration.ts';

/**
 * Reads the large tables once, while others read and write, so that the next step need not. A table with a row beyond
 * its bound, such as an imported one with an id of the future, stays unchecked.
 */
export const partitionChecks: Migration = ({ only }) =>
  only.postgres(
    partedTables.map(
      ({ table }) => `DO $$
      BEGIN
        EXECUTE (SELECT format('ALTER TABLE ${table} VALIDATE CONSTRAINT %I', conname) FROM pg_constraint
          WHERE conrelid = '${table}'::regclass AND conname LIKE '${table}\\_before\\_%');
      EXCEPTION WHEN check_violation THEN NULL;
      END $$`,
    ),
  );
