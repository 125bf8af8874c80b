import type { Migration } from './migration.ts';

/** Reports to owners: digests of unanswered questions, texts that lack a language, entries never used. */
export const ownerReports: Migration = ({ bytewise, clustered, nowMs }) => [
  // Owners were notified of earlier questions one by one.
  `ALTER TABLE questions ADD COLUMN told BIGINT NOT NULL DEFAULT 1`,
  `ALTER TABLE questions ADD COLUMN other_language BIGINT NOT NULL DEFAULT 0`,
  `UPDATE questions SET other_language = 1 WHERE answered = 1
    AND (language = 'sw' AND sources LIKE '%"language":"en"%'
      OR language = 'en' AND sources LIKE '%"language":"sw"%')`,
  `CREATE INDEX questions_untold ON questions (site_id, id) WHERE told = 0`,
  `CREATE INDEX questions_other_language ON questions (site_id, id)
    WHERE other_language = 1 AND status = 'new'`,
  `CREATE INDEX questions_by_feedback ON questions (site_id, feedback, id)
    WHERE feedback IS NOT NULL`,
  `CREATE INDEX questions_taught ON questions (site_id, id) WHERE status = 'taught'`,
  `CREATE INDEX questions_dismissed ON questions (site_id, id) WHERE status = 'dismissed'`,
  // One row for each entry of a profile: since when it is there, and when it was last used in an answer.
  `CREATE TABLE entry_uses (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    entry_id TEXT ${bytewise} NOT NULL,
    since BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (site_id, entry_id)
  )${clustered}`,
  // Entries of profiles that were not saved since have no row yet; uses are counted from here on.
  `ALTER TABLE sites ADD COLUMN uses_since BIGINT NOT NULL DEFAULT 0`,
  `UPDATE sites SET uses_since = ${nowMs}`,
  // At most one digest waits for each site; `last_slot` is the time that the last one was due.
  `CREATE TABLE digests (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    due_at BIGINT,
    last_slot BIGINT NOT NULL DEFAULT 0,
    taken_by TEXT,
    taken_until BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (site_id)
  )`,
  `CREATE INDEX digests_due ON digests (due_at) WHERE due_at IS NOT NULL`,
];
