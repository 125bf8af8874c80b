import type { Migration } from './migration.ts';

/** Keys for some resources, and what the log of a webhook's deliveries shows. */
export const resourceKeys: Migration = () => [
  // Null: the key is for all resources of its owner.
  `ALTER TABLE keys ADD COLUMN resources TEXT`,
  `ALTER TABLE webhooks ADD COLUMN include_record BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE webhooks ADD COLUMN old_secrets TEXT NOT NULL DEFAULT '[]'`,
  // Null for older deliveries: what they are about is only in their payload.
  `ALTER TABLE deliveries ADD COLUMN resource_id TEXT`,
  `ALTER TABLE deliveries ADD COLUMN service TEXT`,
  `ALTER TABLE deliveries ADD COLUMN attempts TEXT NOT NULL DEFAULT '[]'`,
];
