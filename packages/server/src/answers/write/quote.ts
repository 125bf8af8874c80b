import type { Language } from '@baraza/contract';
import { sentencesOf } from '../../kernel/language/sentences.ts';
import { hoursWords } from '../hours-words.ts';
import type { Field, Passage, Source } from '../knowledge.ts';
import { contentWords } from '../text/text.ts';
import { words } from '../words.ts';

/** The longest quotation in a source. */
export const quoteCharsMax = 240;

/** Shortens a text: at the end of a sentence if possible, else between words, never inside a character. */
export function cutText(text: string, charsMax: number): string {
  const whole = text.trim();
  if (whole.length <= charsMax) return whole;
  const head = whole.slice(0, charsMax + 1);
  const sentence = lastSentenceEnd(head.slice(0, charsMax));
  if (sentence >= charsMax / 3) return head.slice(0, sentence).trim();
  const space = head.search(/\s\S*$/);
  if (space > 0) return head.slice(0, space).trim();
  // Half of a surrogate pair is not a character.
  const code = whole.charCodeAt(charsMax - 1);
  return whole.slice(0, code >= 0xd800 && code <= 0xdbff ? charsMax - 1 : charsMax);
}

function lastSentenceEnd(text: string): number {
  const last = [...text.matchAll(/[.!?…]["'”’)]*(?=\s|$)/g)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

/** The source for a statement, quoting the passage from the sentence that shares most words with it. */
export function citedSource(
  { entry, text, language }: Passage,
  statement: string,
  wanted: Language,
): Source {
  const used = new Set(contentWords(statement));
  const shared = (sentence: string) =>
    contentWords(sentence).filter((word) => used.has(word)).length;
  const [best = ''] = sentencesOf(text).toSorted((one, other) => shared(other) - shared(one));
  return {
    id: entry.id,
    title: entry.field === undefined ? entry.title : titleOf(entry.field, wanted),
    url: entry.url,
    quote: cutText(text.slice(Math.max(0, text.indexOf(best))), quoteCharsMax),
    kind: entry.kind,
    language,
  };
}

function titleOf({ kind }: Field, language: Language): string {
  if (kind === 'hours') return hoursWords[language].title;
  return kind === 'price' ? words[language].pricesTitle : words[language].contactsTitle;
}
