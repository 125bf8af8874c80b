import type { Migration } from './migration.ts';

/**
 * The first of three steps that partition the large tables by month on PostgreSQL. Each table gets an upper bound of
 * its keys, more than a month ahead, whose name has the month. No row is read, so the lock is short.
 */
export const partitionBounds: Migration = ({ only }) =>
  only.postgres(
    partedTables.map(
      ({ table, key, literal }) => `DO $$
      DECLARE
        month date := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months';
        ms bigint := extract(epoch FROM month) * 1000;
      BEGIN
        EXECUTE format('ALTER TABLE ${table} ADD CONSTRAINT ${table}_before_%s CHECK (${key} < %s) NOT VALID',
          to_char(month, 'YYYY_MM'), ${literal('ms')});
      END $$`,
    ),
  );

/** The tables of months, and how a time in milliseconds is written as a bound of their key. */
export const partedTables = [
  { table: 'questions', key: 'id', literal: idLiteral('q') },
  { table: 'deliveries', key: 'id', literal: idLiteral('evt') },
  { table: 'activity', key: 'at', literal: (ms: string) => `${ms}::text` },
] as const;

// Ids begin with their time: ten characters of five bits.
function idLiteral(prefix: string) {
  return (ms: string) => `quote_literal('${prefix}_' || (
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((${ms} >> (5 * place)) & 31)::int + 1, 1), ''
      ORDER BY place DESC) FROM generate_series(0, 9) AS place))`;
}
