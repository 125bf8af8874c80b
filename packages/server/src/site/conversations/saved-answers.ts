/** Saved answers, shared by all people of a site. */
import { conversationLimits, type SavedAnswer } from '@baraza/contract';
import { absent, conflict } from '../../kernel/problem.ts';
import {
  deleteSavedAnswer,
  insertSavedAnswer,
  listSavedAnswers,
} from '../../store/site/saved-answers.ts';
import { lockSite, type SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';

export async function savedAnswersOf(reader: Reader, site: SiteRow) {
  const rows = await listSavedAnswers(reader, site.id);
  return { answers: rows.map(({ id, text }) => ({ id, text })) };
}

/** Saving the same text again returns the existing answer. */
export function saveAnswer(
  { store, makeId }: Pick<Assistant, 'store' | 'makeId'>,
  site: SiteRow,
  text: string,
): Promise<SavedAnswer> {
  return store.write(async (tx) => {
    await lockSite(tx, site.id);
    const { answers } = await savedAnswersOf(tx, site);
    const same = answers.find((answer) => answer.text === text);
    if (same !== undefined) return same;
    const max = conversationLimits.savedAnswersMax;
    if (answers.length >= max)
      throw conflict(`A site has at most ${max} saved answers; delete one first.`);
    const id = makeId('message');
    await insertSavedAnswer(tx, { site_id: site.id, id, text });
    return { id, text };
  });
}

/** Newest first, as exported; those that no longer fit are left out. */
export function importSavedAnswers(
  { store, makeId }: Pick<Assistant, 'store' | 'makeId'>,
  site: SiteRow,
  texts: readonly string[],
): Promise<void> {
  return store.write(async (tx) => {
    await lockSite(tx, site.id);
    const { answers } = await savedAnswersOf(tx, site);
    const known = new Set(answers.map(({ text }) => text));
    const added = [...new Set(texts)].filter((text) => !known.has(text));
    const fitting = added.slice(0, conversationLimits.savedAnswersMax - known.size);
    for (const text of fitting.toReversed())
      await insertSavedAnswer(tx, { site_id: site.id, id: makeId('message'), text });
  });
}

export async function forgetAnswer(
  { store }: Pick<Assistant, 'store'>,
  site: SiteRow,
  id: string,
): Promise<void> {
  const deleted = await store.write((tx) => deleteSavedAnswer(tx, site.id, id));
  if (deleted === 0) throw absent('entry');
}
