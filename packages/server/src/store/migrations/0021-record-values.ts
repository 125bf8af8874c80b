import type { Migration } from './migration.ts';

/**
 * Ids that clients choose, and unique values. Each column `unique1` to `unique5` has
 * `<resource id><hash of a rule and its values>`, or NULL if a value is missing. The row of the resource says which
 * column has which rule.
 */
export const recordValues: Migration = ({ bytewise }) => [
  `ALTER TABLE records ADD COLUMN client_id TEXT ${bytewise}`,
  `CREATE UNIQUE INDEX records_by_client_id ON records (resource_id, client_id) WHERE client_id IS NOT NULL`,
  ...[1, 2, 3, 4, 5].flatMap((slot) => [
    `ALTER TABLE records ADD COLUMN unique${slot} TEXT ${bytewise}`,
    `CREATE UNIQUE INDEX records_unique${slot} ON records (unique${slot}) WHERE unique${slot} IS NOT NULL`,
  ]),
  `ALTER TABLE resources ADD COLUMN uniques TEXT`,
];
