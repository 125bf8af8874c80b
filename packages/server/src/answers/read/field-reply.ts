import type { FieldAnswer } from '../fields/question.ts';
import type { Inquiry, Reply } from '../knowledge.ts';
import { spoken } from '../text/spoken-form.ts';
import { cutText, quoteCharsMax } from '../write/quote.ts';

/** The answer of a field as a reply with the profile, or the entries it comes from, as its sources. */
export function fieldReply(
  { text, title, quote, parts }: FieldAnswer,
  { language, ask }: Pick<Inquiry, 'language' | 'ask'>,
): Reply {
  const used = parts ?? [{ id: 'profile', title, quote }];
  return {
    answered: true,
    language,
    text: ask.mode === 'voice' ? spoken(text, language) : text,
    sources: used.slice(0, sourcesMax).map((one) => ({
      id: one.id,
      title: one.title,
      url: null,
      quote: cutText(one.quote, quoteCharsMax),
      kind: parts === undefined ? 'profile' : 'fact',
      language,
    })),
    made: used.map((one) => ({ entryId: one.id, sentence: one.quote })),
    confidence: 1,
  };
}

const sourcesMax = 5;
