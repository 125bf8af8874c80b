import type { Language } from '@baraza/contract';
import type { FieldAnswer } from '../fields/question.ts';
import type { Ask, Reply } from '../knowledge.ts';
import { spoken } from '../text/spoken-form.ts';
import { cutText, quoteCharsMax } from '../write/quote.ts';

/** What a field says, as a reply with the profile, or the entries it comes from, as its sources. */
export function fieldReply(
  { text, title, quote, parts }: FieldAnswer,
  language: Language,
  mode: Ask['mode'],
): Reply {
  const said = parts ?? [{ id: 'profile', title, quote }];
  return {
    answered: true,
    language,
    text: mode === 'voice' ? spoken(text, language) : text,
    sources: said.slice(0, sourcesMax).map((one) => ({
      id: one.id,
      title: one.title,
      url: null,
      quote: cutText(one.quote, quoteCharsMax),
      kind: parts === undefined ? 'profile' : 'fact',
      language,
    })),
    made: said.map((one) => ({ entryId: one.id, sentence: one.quote })),
    confidence: 1,
  };
}

const sourcesMax = 5;
