import type { TaughtQuestion, TeachRequest } from '@baraza/contract';
import { inSteps } from '../../kernel/steps.ts';
import { setQuestionStatus } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { askAsOwner } from '../asks/ask.ts';
import { ownersView } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { loadGuess } from '../knowledge/text-language.ts';
import { readingProfile } from '../profile/profile.ts';
import { changeProfile } from '../profile/profile-saving.ts';
import { assertProfileGrowth } from '../profile/written-profile.ts';
import { requireQuestion, sameOpenQuestions } from './questions.ts';
import { viewQuestion } from './questions-view.ts';
import { faqAbout, withLesson } from './taught-faq.ts';

/**
 * An owner's answer to a question becomes an approved FAQ, in one transaction with the profile's
 * new version; the reply shows what the next visitor with this question will hear.
 */
export async function teach(
  assistant: Assistant,
  site: SiteRow,
  id: string,
  given: TeachRequest,
): Promise<TaughtQuestion> {
  const asked = await requireQuestion(assistant.store, site, id);
  const same = await sameOpenQuestions(assistant, site, asked);
  const guess = await loadGuess();
  const { answer, url } = given;
  const lesson = { answer, url, language: given.language ?? guess(answer) ?? asked.language };
  const saved = await changeProfile(assistant, site, {
    by: 'teach',
    make: async (profile) =>
      inSteps(readingProfile(await inSteps(withLesson(profile, asked, lesson, guess)))),
    assertSize: assertProfileGrowth,
    also: async (tx) => {
      await requireQuestion(tx, site, id);
      await setQuestionStatus(tx, site.id, same, 'taught');
    },
  });
  const { profile } = saved.read;
  const faq = await inSteps(faqAbout(profile, asked.question));
  if (faq === undefined) throw new Error('a taught answer is not in the profile');
  const { reply } = await askAsOwner(assistant, saved.site, {
    question: asked.question,
    language: given.language,
  });
  return {
    question: viewQuestion({ ...asked, status: 'taught' }),
    faq: faq as TaughtQuestion['faq'],
    version: saved.site.version,
    asked_again: ownersView(assistant, saved.site, profile, reply),
  };
}
