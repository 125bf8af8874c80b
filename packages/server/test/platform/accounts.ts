import assert from 'node:assert/strict';
import path from 'node:path';
import Database from 'better-sqlite3';

/** Every count that is kept is that of its rows, for resources and for owners. */
export function assertCountsAreRows(folder: string): void {
  const wrong = withDatabase(folder, (database) =>
    database
      .prepare(
        `SELECT id FROM resources WHERE
           record_count <> (SELECT count(*) FROM records WHERE resource_id = resources.id)
           OR record_bytes <> (SELECT coalesce(sum(bytes), 0) FROM records WHERE resource_id = resources.id)
           OR object_count <> (SELECT count(*) FROM objects WHERE resource_id = resources.id)
           OR object_bytes <> (SELECT coalesce(sum(size), 0) FROM objects WHERE resource_id = resources.id)
         UNION ALL SELECT id FROM owners WHERE
           resource_count <> (SELECT count(*) FROM resources WHERE owner_id = owners.id)
           OR object_bytes <> (SELECT coalesce(sum(object_bytes), 0) FROM resources WHERE owner_id = owners.id)
           OR activity_seq <> (SELECT count(*) FROM activity WHERE owner_id = owners.id)`,
      )
      .all(),
  );
  assert.deepEqual(wrong, []);
}

export function withDatabase<Result>(
  folder: string,
  look: (database: Database.Database) => Result,
) {
  const database = new Database(path.join(folder, 'baraza.db'), { readonly: true });
  try {
    return look(database);
  } finally {
    database.close();
  }
}
