import type { Migration } from './migration.ts';

/** The resources whose events a webhook gets, as a JSON list; null for all. */
export const webhookResources: Migration = () => [`ALTER TABLE webhooks ADD COLUMN resources TEXT`];
