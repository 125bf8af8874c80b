/**
 * Changes of up to 20,000 questions that mean the same. The decision is stored in one transaction, and the questions
 * are changed in steps before the request is answered. What a killed process left is done before the questions are
 * read.
 */
import {
  changedAtOnce,
  hasQuestionChanges,
  insertQuestionChanges,
  makeNextQuestionChange,
  type QuestionChange,
  siteWithQuestionChanges,
  updateQuestions,
} from '../../store/site/questions.ts';
import type { Store, Writer } from '../../store/store.ts';

/** Called in the transaction of the decision, with the site locked; `finishQuestionChanges` has to follow. */
export async function changeQuestions(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
  change: QuestionChange,
): Promise<void> {
  if (ids.length <= changedAtOnce) await updateQuestions(tx, siteId, ids, change);
  else await insertQuestionChanges(tx, siteId, ids, change);
}

export async function finishQuestionChanges(store: Store, siteId: string): Promise<void> {
  if (!(await hasQuestionChanges(store, siteId))) return;
  while (await store.write((tx) => makeNextQuestionChange(tx, siteId)));
}

/** Finishes the changes that killed processes left, of all sites. */
export async function finishAllQuestionChanges(
  store: Store,
  isStopped: () => boolean,
): Promise<void> {
  let site = await siteWithQuestionChanges(store, '');
  while (site !== undefined && !isStopped()) {
    await finishQuestionChanges(store, site.site_id);
    site = await siteWithQuestionChanges(store, site.site_id);
  }
}
