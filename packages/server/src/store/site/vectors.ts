import { insertInto, listOf } from '../rows.ts';
import { type Reader, type Store, sql, type Writer } from '../store.ts';

interface VectorRow {
  readonly hash: string;
  readonly vector: string;
}

const rowsAtOnce = 1_000;

/** The vectors of a site with their hashes, in batches, so that no read takes a long time. */
export async function* vectorBatches(
  reader: Reader,
  siteId: string,
): AsyncGenerator<readonly (readonly [hash: string, vector: string])[], void, undefined> {
  let after = '';
  for (;;) {
    const rows = await reader.all<VectorRow>(sql`SELECT hash, vector FROM vectors
      WHERE site_id = ${siteId} AND hash > ${after} ORDER BY hash LIMIT ${rowsAtOnce}`);
    if (rows.length > 0) yield rows.map(({ hash, vector }) => [hash, vector] as const);
    after = rows.at(-1)?.hash ?? '';
    if (rows.length < rowsAtOnce) return;
  }
}

/** Existing vectors are kept: another process may have computed the same. */
export async function insertVectors(tx: Writer, siteId: string, rows: readonly VectorRow[]) {
  if (rows.length === 0) return;
  const ofSite = rows.map((row) => ({ site_id: siteId, ...row }));
  await tx.run(sql`${insertInto('vectors', sql`site_id, hash, vector`, ofSite)}
    ON CONFLICT (site_id, hash) DO NOTHING`);
}

/** Deletes vectors that this version of a site does not use; nothing once there is a newer version. */
export async function removeVectors(
  store: Pick<Store, 'write'>,
  site: { readonly id: string; readonly version: number },
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += removedAtOnce) {
    const batch = listOf(hashes.slice(from, from + removedAtOnce));
    await store.write((tx) =>
      tx.run(sql`DELETE FROM vectors WHERE site_id = ${site.id} AND hash IN (${batch})
        AND EXISTS (SELECT 1 FROM sites WHERE id = ${site.id} AND version = ${site.version})`),
    );
  }
}

const removedAtOnce = 500;
