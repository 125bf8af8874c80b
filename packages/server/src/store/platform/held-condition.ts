/** Whether a condition holds for a record that is not stored, or not yet as it will be. */
import type { JsonObject } from '@baraza/contract';
import { type Query, type Reader, sql } from '../store.ts';
import { conditionQuery } from './condition-query.ts';
import type { Condition } from './record-condition.ts';

/** A record with its id, or an object with its properties. */
export interface Subject {
  readonly id: string | undefined;
  readonly record: JsonObject;
}

/** The record before a change, and which paths mean that one. */
interface Earlier {
  readonly record: JsonObject;
  readonly isOld: (path: readonly string[]) => boolean;
}

/** What does not depend on the record is known without a statement. */
export async function holds(
  reader: Reader,
  condition: Condition,
  { id = null, record }: { readonly id?: string | null | undefined; readonly record: JsonObject },
  earlier?: Earlier,
): Promise<boolean> {
  if (typeof condition === 'boolean') return condition;
  const [json, old] = [sql`asked.record`, parsedText(sql`asked.old`)];
  const source = {
    columns: { id: sql`asked.id` },
    json,
    ...(earlier === undefined
      ? {}
      : { jsonAt: (path: readonly string[]) => (earlier.isOld(path) ? old : undefined) }),
  };
  const row = await reader.get<{ held: number }>(sql`SELECT
      CASE WHEN ${conditionQuery(condition, source)} THEN 1 ELSE 0 END AS held
    FROM (SELECT CAST(${id} AS text) AS id, CAST(${JSON.stringify(record)} AS text) AS record,
      CAST(${earlier === undefined ? null : JSON.stringify(earlier.record)} AS text) AS old) AS asked`);
  return row?.held === 1;
}

function parsedText(text: Query): Query {
  return sql`${{ sqlite: text, postgres: sql`CAST(${text} AS jsonb)` }}`;
}
