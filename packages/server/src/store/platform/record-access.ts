/**
 * Which records a query may read. Every query of records takes one optional condition, `allowed`: SQL over the columns
 * of `records`, such as a rule of the resource. It is a condition of the query, so pages, counts and sums are exact.
 */
import { joinQueries, type Query, sql } from '../store.ts';

/** Undefined if every record may be read. */
export type Allowed = Query | undefined;

/** What all of them allow. */
export function allOf(...conditions: readonly Allowed[]): Allowed {
  const each = conditions.flatMap((condition) =>
    condition === undefined ? [] : [sql`(${condition})`],
  );
  return each.length === 0 ? undefined : joinQueries(each, ' AND ');
}

/** Records of an import that is not yet published are invisible. */
export function isPublished(table: Query): Query {
  return sql`(${table}.import_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM imports WHERE imports.id = ${table}.import_id))`;
}

const isVisible = isPublished(sql`records`);

/** The condition of every statement that reads records for an answer. */
export function isReadable(allowed?: Allowed): Query {
  return allowed === undefined ? isVisible : sql`${isVisible} AND (${allowed})`;
}
