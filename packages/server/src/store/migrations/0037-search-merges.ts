import type { Migration } from './migration.ts';

/**
 * SQLite no longer merges the full-text index inside the writes of records, where a merge may take seconds:
 * `sqlite/sqlite-upkeep.ts` does it, in another thread. 1999 is the highest number that FTS5 takes.
 */
export const searchMerges: Migration = ({ only }) =>
  only.sqlite([
    `INSERT INTO record_search (record_search, rank) VALUES ('automerge', 0)`,
    `INSERT INTO record_search (record_search, rank) VALUES ('crisismerge', 1999)`,
  ]);
