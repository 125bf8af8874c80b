import type { Migration } from './migration.ts';

/**
 * Moves of sites between servers. A site that moves has a phase: `copying` (changes are noted), `frozen` (nothing may
 * change), `moved` (the other server has it), `arriving` (it is being brought here; `removed_at` hides it).
 * Triggers note and refuse changes, so that no writer can be forgotten; they exist only while a site moves.
 */
export const siteTransfers: Migration = ({ bytewise, clustered }) => [
  // Not in backups: triggers would refuse the rows of a site that was frozen.
  `CREATE TABLE site_phases (
    site_id TEXT ${bytewise} PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    phase TEXT NOT NULL
  )${clustered}`,
  // At the server that a site leaves. `run` grows with every start of the work; `place` is how far the copy is.
  `CREATE TABLE site_transfers (
    id TEXT ${bytewise} PRIMARY KEY,
    site_id TEXT ${bytewise} NOT NULL,
    origin TEXT NOT NULL,
    state TEXT NOT NULL,
    run BIGINT NOT NULL,
    place TEXT,
    sealing_key TEXT,
    rows_sent BIGINT NOT NULL,
    frozen_ms BIGINT NOT NULL,
    notified BIGINT NOT NULL,
    fault TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE UNIQUE INDEX site_transfers_open ON site_transfers (site_id) WHERE state NOT IN ('finished', 'cancelled')`,
  `CREATE INDEX site_transfers_by_site ON site_transfers (site_id, created_at, id)`,
  // The rows of one site, in order.
  `CREATE INDEX arrivals_by_site ON arrivals (site_id, id)`,
  `CREATE INDEX channel_sends_by_site ON channel_sends (site_id, id)`,
  // At the server that it comes to. `private_key` is sealed; it opens the secrets of this one site.
  `CREATE TABLE site_arrivals (
    id TEXT ${bytewise} PRIMARY KEY,
    site_id TEXT ${bytewise} NOT NULL,
    origin TEXT NOT NULL,
    state TEXT NOT NULL,
    run BIGINT NOT NULL,
    owner_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    private_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX site_arrivals_by_site ON site_arrivals (site_id)`,
  // Where sites went. It outlives the site, so it refers to none.
  `CREATE TABLE site_addresses (
    site_id TEXT ${bytewise} PRIMARY KEY,
    base TEXT NOT NULL,
    moved_at BIGINT NOT NULL
  )`,
  // Rows that changed since the copy began; `times` distinguishes a change from a later one of the same row.
  `CREATE TABLE site_changes (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    kind TEXT ${bytewise} NOT NULL,
    row_key TEXT ${bytewise} NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (site_id, kind, row_key)
  )${clustered}`,
];
