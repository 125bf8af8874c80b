import { deleteSomeAsks } from '../../store/site/asks.ts';
import { pruneLeads } from '../../store/site/leads.ts';
import { pruneQuestions } from '../../store/site/questions.ts';
import { deleteHiddenSite, hiddenSites, hideSite } from '../../store/site/sites.ts';
import type { Store, Writer } from '../../store/store.ts';

// The rows deleted in one transaction, so that other writers do not wait long.
const atOnce = 1_000;

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

async function removeRows(
  store: Store,
  id: string,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const ever = Number.MAX_SAFE_INTEGER;
  const steps: readonly ((tx: Writer) => Promise<number>)[] = [
    (tx) => pruneQuestions(tx, id, ever, atOnce),
    (tx) => pruneLeads(tx, id, ever, atOnce),
    (tx) => deleteSomeAsks(tx, id, atOnce),
  ];
  for (const step of steps) while (!isStopped() && (await store.write(step)) >= atOnce);
  if (!isStopped()) await store.write((tx) => deleteHiddenSite(tx, id));
}
