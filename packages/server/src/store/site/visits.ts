/** What visitors leave behind, in four tables; a site keeps it for its retention time. */
import { giveImported } from '../owners.ts';
import { hasRows, listOf } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';

interface VisitTable {
  readonly name: Query;
  /** The column with the time from which a row is kept. */
  readonly time: Query;
  /** Whether it counts imported bytes, which deletions give back to the owner. */
  readonly hasImports: boolean;
}

/** Messages come before their conversations, and are deleted before them. */
export const visitTables = {
  questions: { name: sql`questions`, time: sql`asked_at`, hasImports: true },
  leads: { name: sql`leads`, time: sql`received_at`, hasImports: true },
  messages: { name: sql`messages`, time: sql`at`, hasImports: false },
  conversations: { name: sql`conversations`, time: sql`last_at`, hasImports: true },
} satisfies { readonly [name: string]: VisitTable };

export function hasVisitsBefore(
  reader: Reader,
  { name, time }: VisitTable,
  siteId: string,
  beforeMs: number,
): Promise<boolean> {
  const old = sql`SELECT 1 FROM ${name} WHERE site_id = ${siteId} AND ${time} < ${beforeMs} LIMIT 1`;
  return hasRows(reader, old);
}

/** At most `limit` at once, so that no writer waits for long. */
export function pruneVisits(
  tx: Writer,
  table: VisitTable,
  siteId: string,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const { name, time } = table;
  return deleteWhere(
    tx,
    table,
    siteId,
    sql`SELECT id FROM ${name} WHERE site_id = ${siteId} AND ${time} < ${beforeMs}
      ORDER BY ${time} LIMIT ${limit}`,
  );
}

export async function deleteVisits(
  tx: Writer,
  table: VisitTable,
  siteId: string,
  ids: readonly string[],
): Promise<number> {
  return ids.length === 0 ? 0 : deleteWhere(tx, table, siteId, listOf(ids));
}

async function deleteWhere(
  tx: Writer,
  { name, hasImports }: VisitTable,
  siteId: string,
  ids: Query,
): Promise<number> {
  const gone = sql`DELETE FROM ${name} WHERE site_id = ${siteId} AND id IN (${ids})`;
  if (!hasImports) return tx.run(gone);
  return giveImported(tx, siteId, await tx.all(sql`${gone} RETURNING imported_bytes`));
}
