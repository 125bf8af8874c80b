/** Which entries of a profile were ever used in an answer. */
import { listOf, readNumber } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

interface EntryUse {
  readonly entry_id: string;
  /** When the entry was first seen in the profile. */
  readonly since: number;
  /** Null: never. */
  readonly used_at: number | null;
}

export function listEntryUses(reader: Reader, siteId: string): Promise<EntryUse[]> {
  return reader.all(sql`SELECT entry_id, since, used_at FROM entry_uses WHERE site_id = ${siteId}`);
}

/** Since when the uses of a site are counted, for entries without a row. */
export function usesCountedSince(reader: Reader, siteId: string): Promise<number> {
  return readNumber(reader, sql`SELECT uses_since FROM sites WHERE id = ${siteId}`);
}

/** Brings the rows in line with the entries of a saved profile: new ones begin, those that are gone end. */
export async function syncEntries(
  tx: Writer,
  siteId: string,
  ids: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  const known = new Set((await listEntryUses(tx, siteId)).map(({ entry_id }) => entry_id));
  // As one parameter: thousands of rows with parameters of their own take twice as long.
  const added = JSON.stringify([...ids].filter((id) => !known.has(id)));
  const texts = {
    sqlite: sql`json_each(${added})`,
    postgres: sql`jsonb_array_elements_text(CAST(CAST(${added} AS text) AS jsonb))`,
  };
  // Without WHERE, SQLite takes ON CONFLICT for the condition of a join.
  await tx.run(sql`INSERT INTO entry_uses (site_id, entry_id, since)
    SELECT CAST(${siteId} AS text), value, CAST(${nowMs} AS bigint) FROM ${texts}
    WHERE true ON CONFLICT (site_id, entry_id) DO NOTHING`);
  for (const batch of batches([...known].filter((id) => !ids.has(id))))
    await tx.run(sql`DELETE FROM entry_uses
      WHERE site_id = ${siteId} AND entry_id IN (${listOf(batch)})`);
}

/** Notes that an answer was made from an entry; not each time, since a busy one is used every second. */
export async function noteEntryUse(
  tx: Writer,
  siteId: string,
  entryId: string,
  nowMs: number,
  everyMs: number,
): Promise<void> {
  const row = await tx.get<{ used_at: number | null }>(sql`SELECT used_at FROM entry_uses
    WHERE site_id = ${siteId} AND entry_id = ${entryId}`);
  if (row?.used_at != null && row.used_at > nowMs - everyMs) return;
  await tx.run(sql`INSERT INTO entry_uses (site_id, entry_id, since, used_at)
    VALUES (${siteId}, ${entryId}, ${nowMs}, ${nowMs})
    ON CONFLICT (site_id, entry_id) DO UPDATE SET used_at = excluded.used_at`);
}

// A statement has a maximum of parameters.
const batchRows = 1_000;

function* batches(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += batchRows) yield ids.slice(at, at + batchRows);
}
