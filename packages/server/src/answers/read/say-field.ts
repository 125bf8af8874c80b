/** A field that the reader says is meant, in words: as exactly as the question lets it, else the whole field. */
import type { Language } from '@baraza/contract';
import { contactAnswer, waysOf } from '../fields/contacts.ts';
import { hoursAnswer } from '../fields/hours/hours.ts';
import { weekText } from '../fields/hours/week.ts';
import { sayPrices } from '../fields/prices/prices.ts';
import { askedOf, type FieldAnswer, type FieldQuestion } from '../fields/question.ts';
import { hoursWords } from '../hours-words.ts';
import type { Ask, Business, Field } from '../knowledge.ts';
import { pick } from '../text/bilingual.ts';
import { words } from '../words.ts';

/** Fields of one kind, the one that is surest first; several only of prices. */
export function sayField(
  business: Business,
  ask: Ask,
  language: Language,
  fields: readonly Field[],
): FieldAnswer | undefined {
  const question = askedOf(business, ask, language);
  const [field] = fields;
  if (field?.kind === 'hours') return hoursAnswer(question) ?? wholeWeek(question);
  if (field?.kind === 'contact') return contactAnswer(question) ?? allContacts(question);
  const prices = fields.flatMap((one) =>
    one.kind === 'price' ? (business.prices[one.at] ?? []) : [],
  );
  return prices.length > 0 ? sayPrices(question, prices) : undefined;
}

function wholeWeek({ business, language, ask }: FieldQuestion): FieldAnswer | undefined {
  if (business.hours.length === 0) return undefined;
  const text = weekText(business, language, ask.mode);
  return { text, title: hoursWords[language].title, quote: weekText(business, language, 'text') };
}

function allContacts({ business, language }: FieldQuestion): FieldAnswer | undefined {
  const said = words[language];
  const place = pick(business.address, language).replace(/\.$/, '');
  const ways = waysOf(business);
  const text = [place && said.address(place), said.contacts(ways)].filter((part) => part !== '');
  if (text.length === 0) return undefined;
  const quote = [place, said.contactsQuote(ways)].filter((part) => part !== '').join('. ');
  return { text: text.join(' '), title: said.contactsTitle, quote };
}
