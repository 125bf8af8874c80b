import { partedTables } from './0032-partition-bounds.ts';
import type { Migration } from './migration.ts';

/**
 * Reads the large tables once, while others read and write, so that the next step does not have to read them. A table
 * with a row beyond its bound, such as an imported row whose id has a time in the future, stays unchecked.
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
