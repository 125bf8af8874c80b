/**
 * A frozen site takes nothing and sends nothing: it is being moved to another server. What asks for a site checks its
 * row; here are the checks of what was let in before, and of work that is done for all sites.
 */
import { movingSite } from '../../kernel/problem.ts';
import { countSending } from '../outbox.ts';
import { readNumber } from '../rows.ts';
import { forUpdate, type Reader, sql, type Writer } from '../store.ts';

/** A condition for work on rows of all sites. */
export const isTaking = sql`site_id NOT IN (SELECT id FROM sites WHERE status = 'frozen')`;

/** Locked so that the site cannot be frozen before the transaction ends; rows of it can be written meanwhile. */
export const keyShare = { sqlite: sql``, postgres: sql` FOR KEY SHARE` };

/** Refuses what came too late: it would be stored after the export. */
export async function assertTaking(tx: Writer, siteId: string): Promise<void> {
  const query = sql`SELECT id FROM sites WHERE id = ${siteId} AND status <> 'frozen'${keyShare}`;
  if ((await tx.get(query)) === undefined) throw movingSite();
}

/** Waits for transactions that write rows of the site, and lets none begin until this one ends. */
export async function awaitWriters(tx: Writer, siteId: string): Promise<void> {
  await tx.get(sql`SELECT id FROM sites WHERE id = ${siteId}${forUpdate}`);
}

/** How many messages, answers and digests of the site have no outcome yet. */
export async function countUnderWay(reader: Reader, siteId: string): Promise<number> {
  const digests = sql`SELECT count(*) FROM digests WHERE site_id = ${siteId} AND taken_by IS NOT NULL`;
  return (await countSending(reader, siteId)) + (await readNumber(reader, digests));
}
