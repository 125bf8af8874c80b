import type { Migration } from './migration.ts';

/** Sites that are being deleted, and indexes of the pending deliveries. */
export const removals: Migration = () => [
  // Such a site is hidden; its rows are deleted in steps, and the site itself last.
  `ALTER TABLE sites ADD COLUMN removed_at BIGINT`,
  `CREATE INDEX sites_removed ON sites (removed_at) WHERE removed_at IS NOT NULL`,
  `CREATE INDEX deliveries_pending ON deliveries (id) WHERE state = 'pending'`,
  `CREATE INDEX notices_pending ON notices (site_id) WHERE state = 'pending'`,
];
