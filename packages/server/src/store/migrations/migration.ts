import type { Engine } from '../store.ts';

/**
 * The DDL of one migration; the parameter has what differs between engines. It only adds: servers of the previous
 * version keep running together with new ones. So a column is nullable or has a default, and work that they cannot do
 * is not put where they look for work. What is no longer used is removed one version later at the earliest.
 */
export type Migration = (dialect: {
  /** Text column with binary collation, whatever the locale of the database. */
  readonly bytewise: string;
  /** The end of a CREATE TABLE: WITHOUT ROWID on SQLite, which saves a B-tree. For tables of short rows. */
  readonly clustered: string;
  /** The time of the database in milliseconds since 1970, as an expression. */
  readonly nowMs: string;
  /** A text column as JSON, for the operators `->` and `->>`. */
  readonly jsonOf: (column: string) => string;
  /** Statements of one engine; none on the other. */
  readonly only: {
    readonly [engine in Engine]: (statements: readonly string[]) => readonly string[];
  };
}) => readonly string[];

/** Columns of the outboxes in migrations that have already run: never change them; add a migration. */
export const outboxColumns = `state TEXT NOT NULL,
    tries BIGINT NOT NULL,
    due_at BIGINT,
    taken_by TEXT,
    status BIGINT,
    fault TEXT,
    created_at BIGINT NOT NULL,
    finished_at BIGINT`;
