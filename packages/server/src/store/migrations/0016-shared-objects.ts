import type { Migration } from './migration.ts';

/** State that processes with one place of objects share. */
export const sharedObjects: Migration = ({ bytewise }) => [
  // True of this store alone, and so in no backup: where its objects are, and a copy that has not ended.
  `CREATE TABLE installation (
    name TEXT ${bytewise} NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
  )`,
  // Blobs that no object refers to: those being uploaded, and those to be removed.
  `CREATE TABLE loose_blobs (
    blob TEXT ${bytewise} NOT NULL,
    is_doomed BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    PRIMARY KEY (blob)
  )`,
  `CREATE INDEX loose_blobs_due ON loose_blobs (due_at)`,
  // While one of them lasts no blob is removed.
  `CREATE TABLE blob_holds (
    id TEXT ${bytewise} NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (id)
  )`,
];
