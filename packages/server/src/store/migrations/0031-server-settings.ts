import type { Migration } from './migration.ts';

/** What the operator sets in the console: plans of sites, and when backups are taken. */
export const serverSettings: Migration = ({ bytewise }) => [
  `CREATE TABLE server_settings (
    name TEXT ${bytewise} NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
  )`,
];
