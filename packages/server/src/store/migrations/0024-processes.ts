import type { Migration } from './migration.ts';

/** The processes that run on one database, and who of them does the work that only one may do. */
export const processTables: Migration = ({ bytewise }) => [
  `CREATE TABLE processes (
    id TEXT ${bytewise} NOT NULL,
    folder TEXT ${bytewise} NOT NULL,
    address TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE leases (
    name TEXT ${bytewise} NOT NULL,
    holder TEXT ${bytewise},
    until BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    PRIMARY KEY (name)
  )`,
];
