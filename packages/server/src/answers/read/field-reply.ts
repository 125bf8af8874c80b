/** Answers from a field that the reader chose: as specific as the question allows, otherwise the whole field. */

import { pick } from '../../kernel/language/bilingual.ts';
import { spoken } from '../../speech/aloud/aloud.ts';
import { contactAnswer, waysOf } from '../fields/contacts.ts';
import { hoursAnswer } from '../fields/hours/hours.ts';
import { weekText } from '../fields/hours/opening.ts';
import { sayPrices } from '../fields/prices/prices.ts';
import { askedOf, type FieldAnswer } from '../fields/question.ts';
import { hoursWords } from '../hours-words.ts';
import type { Business, Field, Inquiry, Reply } from '../knowledge.ts';
import { words } from '../words.ts';
import { cutText, quoteCharsMax } from '../write/quote.ts';

/** `fields` are of one kind, best first; more than one only for prices. */
export function answerFromFields(
  inquiry: Inquiry,
  fields: readonly Field[],
): FieldAnswer | undefined {
  const question = askedOf(inquiry);
  const [field] = fields;
  if (field?.kind === 'hours') return hoursAnswer(question) ?? wholeWeek(inquiry);
  if (field?.kind === 'contact') return contactAnswer(question) ?? allContacts(inquiry);
  return sayPrices(question, pricesAmong(inquiry.business, fields));
}

export function pricesAmong({ prices }: Business, fields: readonly Field[]): Business['prices'] {
  return fields.flatMap((one) => (one.kind === 'price' ? (prices[one.at] ?? []) : []));
}

function wholeWeek({ business, language, ask }: Inquiry): FieldAnswer | undefined {
  if (business.hours.length === 0) return undefined;
  const text = weekText(business, language, ask.mode);
  return { text, title: hoursWords[language].title, quote: weekText(business, language, 'text') };
}

function allContacts({ business, language }: Inquiry): FieldAnswer | undefined {
  const texts = words[language];
  const place = pick(business.address, language).replace(/\.$/, '');
  const ways = waysOf(business);
  const text = [place && texts.address(place), texts.contacts(ways)].filter((part) => part !== '');
  if (text.length === 0) return undefined;
  const quote = [place, texts.contactsQuote(ways)].filter((part) => part !== '').join('. ');
  return { text: text.join(' '), title: texts.contactsTitle, quote };
}

/** Turns a field's answer into a reply. Its sources are the entries it comes from, or the profile. */
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
