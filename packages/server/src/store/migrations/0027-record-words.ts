import type { Migration } from './migration.ts';

/**
 * Words of records, for `config.search`: folded, each with the tag of its field, separated by spaces. PostgreSQL
 * indexes them as tsvector. In SQLite, triggers maintain a full-text table. Its row numbers come from `record_docs`,
 * because VACUUM could change those of `record_words`. Pending work is in `search_upkeep`, because servers of the
 * previous version would take it from `record_upkeep` without doing it.
 */
export const recordWords: Migration = ({ bytewise, clustered, only }) => [
  `ALTER TABLE resources ADD COLUMN search TEXT`,
  `CREATE TABLE record_words (
    resource_id TEXT NOT NULL,
    record_id TEXT ${bytewise} NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (resource_id, record_id),
    FOREIGN KEY (resource_id, record_id) REFERENCES records (resource_id, id) ON DELETE CASCADE
  )${clustered}`,
  `CREATE TABLE search_upkeep (
    resource_id TEXT ${bytewise} PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
    owner_id TEXT ${bytewise} NOT NULL,
    after_id TEXT ${bytewise} NOT NULL DEFAULT ''
  )`,
  `CREATE INDEX search_upkeep_by_owner ON search_upkeep (owner_id, resource_id)`,
  ...only.postgres([
    `CREATE INDEX record_words_by_word ON record_words USING gin ((words::tsvector)) WITH (fastupdate = off)`,
  ]),
  ...only.sqlite([
    `CREATE TABLE record_docs (
      doc INTEGER PRIMARY KEY,
      resource_id TEXT NOT NULL,
      record_id TEXT NOT NULL,
      UNIQUE (resource_id, record_id)
    )`,
    // Words are split at spaces only: the tokenizer takes every letter beyond ASCII as it is.
    `CREATE VIRTUAL TABLE record_search
      USING fts5 (words, content='', contentless_delete=1, detail='none', tokenize='ascii')`,
    `CREATE TRIGGER record_words_inserted AFTER INSERT ON record_words BEGIN
      INSERT INTO record_docs (resource_id, record_id) VALUES (new.resource_id, new.record_id);
      INSERT INTO record_search (rowid, words)
        SELECT doc, new.words FROM record_docs
        WHERE resource_id = new.resource_id AND record_id = new.record_id;
    END`,
    `CREATE TRIGGER record_words_updated AFTER UPDATE OF words ON record_words BEGIN
      UPDATE record_search SET words = new.words WHERE rowid = (SELECT doc FROM record_docs
        WHERE resource_id = new.resource_id AND record_id = new.record_id);
    END`,
    `CREATE TRIGGER record_words_deleted AFTER DELETE ON record_words BEGIN
      DELETE FROM record_search WHERE rowid = (SELECT doc FROM record_docs
        WHERE resource_id = old.resource_id AND record_id = old.record_id);
      DELETE FROM record_docs WHERE resource_id = old.resource_id AND record_id = old.record_id;
    END`,
  ]),
];
