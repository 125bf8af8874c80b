import type { Migration } from './migration.ts';

/** Vectors of a site's approved texts, by the hash of text and model. */
export const vectorTables: Migration = ({ bytewise }) => [
  `CREATE TABLE vectors (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    hash TEXT ${bytewise} NOT NULL,
    vector TEXT NOT NULL,
    PRIMARY KEY (site_id, hash)
  )`,
];
