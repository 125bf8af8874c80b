/** Where sites went that left this server. The address outlives the site. */
import { readValue } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

export function siteAddress(reader: Reader, siteId: string): Promise<string | undefined> {
  return readValue(reader, sql`SELECT base FROM site_addresses WHERE site_id = ${siteId}`);
}

export async function setSiteAddress(tx: Writer, siteId: string, base: string, nowMs: number) {
  await tx.notify({ about: 'site', id: siteId });
  return tx.run(sql`INSERT INTO site_addresses (site_id, base, moved_at)
    VALUES (${siteId}, ${base}, ${nowMs})
    ON CONFLICT (site_id) DO UPDATE SET base = excluded.base, moved_at = excluded.moved_at`);
}

export function clearSiteAddress(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`DELETE FROM site_addresses WHERE site_id = ${siteId}`);
}
