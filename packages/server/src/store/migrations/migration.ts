/** The DDL of one migration; the parameter has what differs between engines. */
export type Migration = (dialect: {
  /** Text column with binary collation, whatever the locale of the database. */
  readonly bytewise: string;
  /** Clustered by primary key (WITHOUT ROWID): one B-tree less to write. For tables of short rows. */
  readonly clustered: string;
  /** The time of the database in milliseconds since 1970, as an expression. */
  readonly nowMs: string;
}) => readonly string[];
