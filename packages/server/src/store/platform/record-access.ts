/**
 * Which records a query may read. Every query of records takes one optional condition, `allowed`: SQL over the columns
 * of `records`, such as a rule of the resource. It is a condition of the query, so pages, counts and sums are exact.
 */
import { type Query, sql } from '../store.ts';

/** Undefined where every record may be read. */
export type Allowed = Query | undefined;

/** Records of an import that is not yet published are invisible. */
export const isPublished = sql`(import_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM imports WHERE imports.id = records.import_id))`;

/** For statements that read a bounded number of rows, or run outside the main thread. */
export function isReadable(allowed: Allowed): Query {
  return allowed === undefined ? isPublished : sql`${isPublished} AND (${allowed})`;
}

/**
 * For batches of `LIMIT` rows: the condition is a column, since a statement that skips rows until its batch is full
 * could read them all. Followed by a comma.
 */
export function allowedColumn(allowed: Allowed): Query {
  return allowed === undefined
    ? sql``
    : sql`CASE WHEN (${allowed}) THEN 1 ELSE 0 END AS is_allowed, `;
}

/** What a batch has of rows that may be read. */
export function withAllowed<Row extends { readonly is_allowed?: number }>(
  rows: readonly Row[],
): readonly Row[] {
  return rows.filter(({ is_allowed }) => is_allowed !== 0);
}
