/** A passage that a model cites, as a source of the answer: with the sentence that says most of what was told. */
import type { Language } from '@baraza/contract';
import { hoursWords } from '../hours-words.ts';
import type { Field, Passage, Source } from '../knowledge.ts';
import { sentencesOf } from '../text/sentences.ts';
import { contentWords } from '../text/text.ts';
import { words } from '../words.ts';
import { cutText, quoteCharsMax } from './quote.ts';

export function citedSource(
  { entry, text, language }: Passage,
  told: string,
  wanted: Language,
): Source {
  const used = new Set(contentWords(told));
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
