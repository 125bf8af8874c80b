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

/** Conditions of a batch. */
export interface BatchConditions {
  readonly allowed?: Allowed;
  /** On key columns, which are cheap to compare: records that do not match are skipped without reading their text. */
  readonly keys?: Allowed;
}

/** The columns of a batch that depend on its conditions, followed by a comma. */
export function conditionColumns({ allowed, keys }: BatchConditions): Query {
  if (keys === undefined) return sql`${allowedColumn(allowed)}record, `;
  return sql`${allowedColumn(allOf(keys, allowed))}CASE WHEN (${keys}) THEN record ELSE '' END AS record, `;
}

/** The rows of a batch that may be read. */
export function withAllowed<Row extends { readonly is_allowed?: number }>(rows: readonly Row[]) {
  return rows.filter(({ is_allowed }) => is_allowed !== 0);
}
