/** The DDL of one step; names what an engine spells differently. */
export type Migration = (dialect: {
  /** Text compared byte by byte, whatever locale the database was made with. */
  readonly bytewise: string;
  /** Rows lie in the order of their key: one tree less to write. For tables of short rows. */
  readonly clustered: string;
}) => readonly string[];
