import type { Migration } from './migration.ts';

/** Earlier versions of profiles. The text of the current one is in `sites`; its row here has the rest. */
export const profileVersions: Migration = ({ bytewise }) => [
  `CREATE TABLE profile_versions (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    saved_at BIGINT NOT NULL,
    saved_by TEXT NOT NULL,
    changes TEXT NOT NULL,
    form TEXT NOT NULL,
    packed TEXT NOT NULL,
    PRIMARY KEY (site_id, version)
  )`,
  `INSERT INTO profile_versions (site_id, version, saved_at, saved_by, changes, form, packed)
    SELECT id, version, updated_at, 'unknown', '{"added":[],"changed":[],"removed":[]}', 'current', ''
    FROM sites`,
];
