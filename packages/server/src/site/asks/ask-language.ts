import type { AskRequest, Language } from '@baraza/contract';
import { loadGuess } from '../knowledge/text-language.ts';

/** The language of a question that is not going to be answered; undefined where nothing tells. */
export async function questionLanguage({
  question,
  language,
}: Pick<AskRequest, 'question' | 'language'>): Promise<Language | undefined> {
  return language ?? (await loadGuess())(question);
}
