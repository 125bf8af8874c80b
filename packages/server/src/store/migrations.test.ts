import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outbox } from './migrations/0043-outbox.ts';
import { siteOutbox } from './migrations/0044-site-outbox.ts';
import { dataVersion } from './migrations/data-version.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations/migrations.ts';

const dialect = {
  bytewise: '',
  clustered: '',
  nowMs: '0',
  jsonOf: (column: string) => column,
  only: { sqlite: (statements: readonly string[]) => statements, postgres: () => [] },
};

test('the data version is the number of the last migration', () => {
  assert.equal(dataVersion, migrations.length);
});

test('migrations only add, so that a running server of the version before goes on', () => {
  const found = migrations.flatMap((migration, index) =>
    (untilRelease.has(migration) ? [] : breaking(migration)).map(
      (statement) => `version ${index + 1}: ${statement}`,
    ),
  );
  assert.deepEqual(found, []);
});

// Before 1.0 an upgrade may need all servers stopped.
const untilRelease: ReadonlySet<Migration> = new Set([outbox, siteOutbox]);

test('a migration that takes something away, or asks for more, is found', () => {
  for (const statement of [
    'DROP TABLE owners',
    'ALTER TABLE owners DROP COLUMN name',
    'ALTER TABLE owners RENAME COLUMN name TO title',
    'ALTER TABLE owners ADD COLUMN title TEXT NOT NULL',
    'ALTER TABLE owners ADD COLUMN title TEXT UNIQUE',
    'CREATE UNIQUE INDEX owners_by_name ON owners (name)',
    'DELETE FROM owners',
  ])
    assert.deepEqual(
      breaking(() => [statement]),
      [statement],
    );
  const added = ['CREATE TABLE notes (id TEXT)', 'CREATE UNIQUE INDEX by_id ON notes (id)'];
  assert.deepEqual(
    breaking(() => added),
    [],
  );
});

/** Statements after which the statements of an older program could fail, or miss rows. */
function breaking(migration: Migration): readonly string[] {
  const statements = migration(dialect).map((each) => each.trim().replaceAll(/\s+/g, ' '));
  const created = new Set(statements.map((each) => /^CREATE TABLE (\w+)/.exec(each)?.[1]));
  const added = new Set(statements.map((each) => / ADD COLUMN (\w+)/.exec(each)?.[1]));
  added.delete(undefined);
  return statements.filter((each) => {
    const [, column] = /^ALTER TABLE \w+ ADD COLUMN (.*)$/.exec(each) ?? [];
    if (column !== undefined)
      return (
        /UNIQUE|PRIMARY KEY/.test(column) || (/NOT NULL/.test(column) && !/DEFAULT/.test(column))
      );
    const [, unique, filled] =
      /^CREATE UNIQUE INDEX \w+ ON (\w+)(?:.* WHERE (\w+) IS NOT NULL$)?/.exec(each) ?? [];
    // An older program leaves a new column empty.
    if (unique !== undefined) return !created.has(unique) && !added.has(filled);
    const [, triggering] = /^CREATE TRIGGER \w+ AFTER .*? ON (\w+) /.exec(each) ?? [];
    if (triggering !== undefined) return !created.has(triggering);
    // Rows of existing data that are completed.
    return !/^(?:CREATE (?:VIRTUAL )?TABLE|CREATE INDEX|DROP INDEX|UPDATE|INSERT INTO) /.test(each);
  });
}
