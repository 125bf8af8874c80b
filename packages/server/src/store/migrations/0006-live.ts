import type { Migration } from './migration.ts';

/** Live sessions that are open now, over all processes on one store. */
export const liveTables: Migration = ({ bytewise }) => [
  // `seen_at` is renewed by the process of the session: a session that is not renewed ended with its process.
  `CREATE TABLE live_sessions (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT ${bytewise} NOT NULL,
    visitor TEXT ${bytewise} NOT NULL,
    process TEXT ${bytewise} NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (site_id, id)
  )`,
  `CREATE INDEX live_sessions_by_process ON live_sessions (process)`,
];
