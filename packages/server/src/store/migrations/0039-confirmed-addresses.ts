import type { Migration } from './migration.ts';

/**
 * An address signs a member in only after they confirmed it. Those of existing members count as confirmed.
 */
export const confirmedAddresses: Migration = () => [
  `ALTER TABLE members ADD COLUMN confirmed_email TEXT`,
  `UPDATE members SET confirmed_email = email`,
  `DROP INDEX members_by_email`,
  `CREATE UNIQUE INDEX members_by_confirmed_email ON members (confirmed_email, owner_id)
    WHERE confirmed_email IS NOT NULL`,
];
