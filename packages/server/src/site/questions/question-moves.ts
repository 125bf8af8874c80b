/**
 * Changes of up to 20,000 questions that mean the same. The decision is stored in one transaction, and the questions
 * are changed in steps before the request is answered. What a killed process left is done before the questions are
 * read.
 */
import {
  hasMoves,
  insertMoves,
  movedAtOnce,
  type QuestionChange,
  siteWithMoves,
  takeMove,
  updateQuestions,
} from '../../store/site/questions.ts';
import type { Store, Writer } from '../../store/store.ts';

/** In the transaction that decides it, with the site held; `finishMoves` has to follow. */
export async function moveQuestions(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
  change: QuestionChange,
): Promise<void> {
  if (ids.length <= movedAtOnce) await updateQuestions(tx, siteId, ids, change);
  else await insertMoves(tx, siteId, ids, change);
}

export async function finishMoves(store: Store, siteId: string): Promise<void> {
  if (!(await hasMoves(store, siteId))) return;
  while (await store.write((tx) => takeMove(tx, siteId)));
}

/** What killed processes left, of all sites. */
export async function finishAllMoves(store: Store, isStopped: () => boolean): Promise<void> {
  let site = await siteWithMoves(store, '');
  while (site !== undefined && !isStopped()) {
    await finishMoves(store, site.site_id);
    site = await siteWithMoves(store, site.site_id);
  }
}
