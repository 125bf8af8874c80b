import type { Migration } from './migration.ts';

/** The fields of accounts that the rules of a resource trust. Rules are read by the program, not by the database. */
export const trustedFields: Migration = () => [
  `ALTER TABLE resources ADD COLUMN trusts TEXT`,
  `UPDATE resources SET trusts = 'unknown'
    WHERE service IN ('data', 'storage', 'connect') AND config LIKE '%user.%'`,
  `CREATE INDEX resources_trusting ON resources (owner_id) WHERE trusts IS NOT NULL`,
];
