import { partedTables } from './0032-partition-bounds.ts';
import type { Migration } from './migration.ts';

/**
 * Each large table becomes the first partition of a new one with its name, without reading or moving rows: the bound
 * that was checked before is the proof that they belong there. The default partition takes what no month takes.
 */
export const partitions: Migration = ({ only }) =>
  only.postgres([
    ...partedTables.map(partition),
    // With these, dropping a month need not scan the default partition.
    `CREATE INDEX questions_default_asked ON questions_default USING brin (asked_at)`,
    `CREATE INDEX questions_default_imported ON questions_default (site_id) WHERE imported_bytes > 0`,
  ]);

function partition({ table, key, literal }: (typeof partedTables)[number]): string {
  // In all tables but activity, the primary key contains the partition key. That of activity does not, so each of its
  // partitions has a primary key of its own.
  const onParent = key === 'id' ? `contype IN ('p', 'f')` : `contype = 'f'`;
  return `DO $$
    DECLARE
      first text; is_checked boolean; ms bigint; bound text; old record; definitions text[] := '{}';
    BEGIN
      SELECT conname, convalidated INTO first, is_checked FROM pg_constraint
        WHERE conrelid = '${table}'::regclass AND conname LIKE '${table}\\_before\\_%';
      ms := extract(epoch FROM to_date(right(first, 7), 'YYYY_MM')) * 1000;
      bound := ${literal('ms')};
      LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE;
      FOR old IN SELECT conname AS name, contype AS type, pg_get_constraintdef(oid) AS definition, ${onParent} AS copied
          FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('p', 'f') ORDER BY contype DESC LOOP
        IF old.copied THEN
          definitions := definitions || format('ALTER TABLE ${table} ADD CONSTRAINT %I %s', old.name, old.definition);
        END IF;
        IF old.type = 'p' THEN
          EXECUTE format('ALTER TABLE ${table} RENAME CONSTRAINT %I TO %I', old.name, first || '_pkey');
        END IF;
      END LOOP;
      FOR old IN SELECT class.relname AS name, pg_get_indexdef(class.oid) AS definition
          FROM pg_index JOIN pg_class class ON class.oid = indexrelid
          WHERE indrelid = '${table}'::regclass AND NOT indisprimary LOOP
        definitions := definitions || old.definition;
        EXECUTE format('ALTER INDEX %I RENAME TO %I', old.name, replace(old.name, '${table}', first));
      END LOOP;
      EXECUTE format('ALTER TABLE ${table} RENAME TO %I', first);
      EXECUTE format('CREATE TABLE ${table} (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE)
        PARTITION BY RANGE (${key})', first);
      FOR place IN 1 .. cardinality(definitions) LOOP EXECUTE definitions[place]; END LOOP;
      EXECUTE format('CREATE TABLE ${table}_default (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE
        INCLUDING INDEXES)', first);
      ALTER TABLE ${table} ATTACH PARTITION ${table}_default DEFAULT;
      IF NOT is_checked THEN
        EXECUTE format('CREATE TEMP TABLE strays ON COMMIT DROP AS SELECT * FROM %I WHERE ${key} >= %s', first, bound);
        EXECUTE format('DELETE FROM %I WHERE ${key} >= %s', first, bound);
        INSERT INTO ${table} SELECT * FROM strays;
        DROP TABLE strays;
        EXECUTE format('ALTER TABLE %1$I VALIDATE CONSTRAINT %1$I', first);
      END IF;
      EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', first, bound);
      EXECUTE format('ALTER TABLE %1$I DROP CONSTRAINT %1$I', first);
    END $$`;
}
