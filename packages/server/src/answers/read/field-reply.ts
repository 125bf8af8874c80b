import type { Language } from '@baraza/contract';
import type { Ask, Reply } from '../knowledge.ts';
import { cutText, quoteCharsMax } from '../quote.ts';
import { spoken } from '../spoken-form.ts';
import type { StructuredAnswer } from '../structured/question.ts';

/** What a field says, as a reply with the profile as its source. */
export function fieldReply(
  { text, title, quote }: StructuredAnswer,
  language: Language,
  mode: Ask['mode'],
): Reply {
  return {
    answered: true,
    language,
    text: mode === 'voice' ? spoken(text, language) : text,
    sources: [
      {
        id: 'profile',
        title,
        url: null,
        quote: cutText(quote, quoteCharsMax),
        kind: 'profile',
        language,
      },
    ],
    made: [{ entryId: 'profile', sentence: quote }],
    confidence: 1,
  };
}
