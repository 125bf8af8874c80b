import type { Migration } from './migration.ts';

/** The processes on one database, who of them does what only one may do, and what they have taken and not settled. */
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
  // A question that was taken from an allowance and is not settled yet; after `until` it is given back.
  `CREATE TABLE reservations (
    id TEXT ${bytewise} NOT NULL,
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    period TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX reservations_by_site ON reservations (site_id, until)`,
];
