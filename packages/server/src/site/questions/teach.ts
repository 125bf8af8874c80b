import type { Language, TaughtQuestion, TeachRequest } from '@baraza/contract';
import type { EngineReply } from '../../engine/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { askAsOwner, type EngineContext } from '../asks/ask.ts';
import { ownersView } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { changeProfile, type ProfileContext } from '../profile/profile-saving.ts';
import { busy } from '../words.ts';
import { moveQuestions } from './question-moves.ts';
import { requireQuestion, sameQuestions } from './questions.ts';
import { viewQuestion } from './questions-view.ts';

type TeachContext = ProfileContext & EngineContext & Pick<Assistant, 'publicUrl'>;

/**
 * An owner's answer to a question becomes an approved FAQ, in one transaction with the profile's
 * new version; the reply shows what the next visitor with this question will get.
 */
export async function teach(
  assistant: TeachContext,
  site: SiteRow,
  id: string,
  { answer, url, language }: TeachRequest,
  { by = 'teach', signal }: { readonly by?: string; readonly signal?: AbortSignal } = {},
): Promise<TaughtQuestion> {
  const { profiles, store } = assistant;
  const asked = await requireQuestion(store, site, id);
  const same = await sameQuestions(store, site, asked, { open: true });
  const { site: now, changed } = await changeProfile(assistant, site, {
    by,
    change: { kind: 'teach', asked, answer, url, language },
    signal,
    also: async (tx) => {
      await requireQuestion(tx, site, id);
      await moveQuestions(tx, site.id, same, 'taught');
    },
  });
  if (changed.entry === undefined) throw new Error('a taught answer is not in the profile');
  const reply = await askAgain(assistant, now, { question: asked.question, language });
  return {
    question: viewQuestion({ ...asked, status: 'taught' }),
    faq: JSON.parse(changed.entry) as TaughtQuestion['faq'],
    version: now.version,
    asked_again: ownersView(assistant, now, await profiles.headOf(now), reply),
  };
}

/** The answer is saved by now: an engine that is busy or failed is reported as such, not as an error of the call. */
async function askAgain(
  assistant: TeachContext,
  site: SiteRow,
  question: { readonly question: string; readonly language: Language | undefined },
): Promise<EngineReply> {
  try {
    return (await askAsOwner(assistant, site, question)).reply;
  } catch {
    const language = question.language ?? 'en';
    const details = { considered: [], needed: 0, reason: 'not_read' } as const;
    return { answered: false, language, text: busy[language], sources: [], made: [], details };
  }
}
