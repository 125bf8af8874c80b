/**
 * Whether a question said anew asks for the same: all that it asked for is still there, and nothing
 * came in but what was said before.
 */
import type { Language } from '@baraza/contract';
import { pointsBack } from '../follow-up.ts';
import type { Ask } from '../knowledge.ts';
import { languageOf } from '../language.ts';
import { contentWords, stemOf, wordsOf } from '../text.ts';

/**
 * Whether it is worth trying: the question names nothing, or something only by pointing back to
 * what a visitor said before.
 */
export function canRephrase({ question, history }: Pick<Ask, 'question' | 'history'>): boolean {
  if (!history.some(({ role }) => role === 'user')) return false;
  return pointsBack(question) || contentWords(question).length < 2;
}

/** The question said anew, as it may be searched for; undefined where it is no such thing. */
export function acceptedRephrasing(
  written: string,
  { question, history }: Pick<Ask, 'question' | 'history'>,
  language: Language,
): string | undefined {
  const text = written.trim().replace(/^["“](.*)["”]$/, '$1');
  if (text === '' || text.length > charactersMax || text.includes('\n')) return undefined;
  const rootsOf = (words: readonly string[]) =>
    new Set(words.map((word) => stemOf(word, language)));
  const known = rootsOf(wordsOf([question, ...history.map(({ content }) => content)].join(' ')));
  const said = contentWords(text);
  if (said.some((word) => !known.has(stemOf(word, language)))) return undefined;
  const saidRoots = rootsOf(said);
  if (contentWords(question).some((word) => !saidRoots.has(stemOf(word, language))))
    return undefined;
  const guess = languageOf(text);
  if (guess.language !== language && guess.confidence >= sureConfidence) return undefined;
  return text === question.trim() ? undefined : text;
}

const charactersMax = 300;
const sureConfidence = 0.8;
