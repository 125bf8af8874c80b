import { deleteItemsOfSite } from '../../store/outbox.ts';
import { deleteSomeAsks } from '../../store/site/asks.ts';
import { deleteHiddenSite, hiddenSites, hideSite } from '../../store/site/sites.ts';
import { pruneVisits, visitTables } from '../../store/site/visits.ts';
import type { Store, Writer } from '../../store/store.ts';

// The rows deleted in one transaction, so that other writers do not wait long.
const atOnce = 1_000;

/** Deletes rows in transactions of limited size. Returns how many. */
export async function deleteInSteps(
  store: Pick<Store, 'write'>,
  remove: (tx: Writer, rowsMax: number) => Promise<number>,
  isStopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  for (let last = atOnce; last >= atOnce && !isStopped(); deleted += last)
    last = await store.write((tx) => remove(tx, atOnce));
  return deleted;
}

/**
 * Deletes a site with its profile, questions, leads, counts, vectors and notices: it is hidden from every reader first,
 * then its rows are deleted in steps. False when it is not the owner's.
 */
export async function removeSite(
  store: Store,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  nowMs: number,
): Promise<boolean> {
  if ((await store.write((tx) => hideSite(tx, id, ownerId, nowMs))) === 0) return false;
  await removeRows(store, id);
  return true;
}

/** Finishes interrupted deletions, of one owner or of all. */
export async function finishRemovals(
  store: Store,
  ownerId?: string,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const { id } of await hiddenSites(store, ownerId)) await removeRows(store, id, isStopped);
}

/** Deletes all rows of a hidden site. */
async function removeRows(
  store: Pick<Store, 'write'>,
  id: string,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const beforeMs = Number.MAX_SAFE_INTEGER;
  for (const table of Object.values(visitTables))
    await deleteInSteps(
      store,
      (tx, limit) => pruneVisits(tx, table, id, { beforeMs, limit }),
      isStopped,
    );
  await deleteInSteps(store, (tx, max) => deleteSomeAsks(tx, id, max), isStopped);
  await deleteInSteps(store, (tx, max) => deleteItemsOfSite(tx, id, max), isStopped);
  if (!isStopped()) await store.write((tx) => deleteHiddenSite(tx, id));
}
