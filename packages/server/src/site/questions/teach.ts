import type { TaughtQuestion, TeachRequest } from '@baraza/contract';
import { setQuestionStatus } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { askAsOwner } from '../asks/ask.ts';
import { ownersView } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { changeProfile } from '../profile/profile-saving.ts';
import { requireQuestion, sameOpenQuestions } from './questions.ts';
import { viewQuestion } from './questions-view.ts';

/**
 * An owner's answer to a question becomes an approved FAQ, in one transaction with the profile's
 * new version; the reply shows what the next visitor with this question will hear.
 */
export async function teach(
  assistant: Assistant,
  site: SiteRow,
  id: string,
  { answer, url, language }: TeachRequest,
  signal?: AbortSignal,
): Promise<TaughtQuestion> {
  const { profiles, store } = assistant;
  const asked = await requireQuestion(store, site, id);
  const same = await sameOpenQuestions(assistant, site, asked);
  const { site: now, changed } = await changeProfile(assistant, site, {
    by: 'teach',
    change: { kind: 'teach', asked, answer, url, language },
    signal,
    also: async (tx) => {
      await requireQuestion(tx, site, id);
      await setQuestionStatus(tx, site.id, same, 'taught');
    },
  });
  if (changed.entry === undefined) throw new Error('a taught answer is not in the profile');
  const { reply } = await askAsOwner(assistant, now, { question: asked.question, language });
  return {
    question: viewQuestion({ ...asked, status: 'taught' }),
    faq: JSON.parse(changed.entry) as TaughtQuestion['faq'],
    version: now.version,
    asked_again: ownersView(assistant, now, await profiles.headOf(now), reply),
  };
}
