/** A field that the reader says is meant, in words: as exactly as the question lets it, else the whole field. */
import type { Language } from '@baraza/contract';
import { pick } from '../bilingual.ts';
import type { Ask, Business, Field } from '../knowledge.ts';
import { contactAnswer, waysOf } from '../structured/contacts.ts';
import { hoursAnswer } from '../structured/hours.ts';
import { hoursWords } from '../structured/hours-words.ts';
import { sayPrices } from '../structured/prices.ts';
import { askedOf, type StructuredAnswer, type StructuredQuestion } from '../structured/question.ts';
import { weekText } from '../structured/week.ts';
import { words } from '../words.ts';

/** Fields of one kind, the one that is surest first; several only of prices. */
export function sayField(
  business: Business,
  ask: Ask,
  language: Language,
  fields: readonly Field[],
): StructuredAnswer | undefined {
  const question = askedOf(business, ask, language);
  const [field] = fields;
  if (field?.kind === 'hours') return hoursAnswer(question) ?? wholeWeek(question);
  if (field?.kind === 'contact') return contactAnswer(question) ?? allContacts(question);
  const prices = fields.flatMap((one) =>
    one.kind === 'price' ? (business.prices[one.at] ?? []) : [],
  );
  return prices.length > 0 ? sayPrices(question, prices) : undefined;
}

function wholeWeek({ business, language, ask }: StructuredQuestion): StructuredAnswer | undefined {
  if (business.hours.length === 0) return undefined;
  const text = weekText(business, language, ask.mode);
  return { text, title: hoursWords[language].title, quote: weekText(business, language, 'text') };
}

function allContacts({ business, language }: StructuredQuestion): StructuredAnswer | undefined {
  const said = words[language];
  const place = pick(business.address, language).replace(/\.$/, '');
  const ways = waysOf(business);
  const text = [place && said.address(place), said.contacts(ways)].filter((part) => part !== '');
  if (text.length === 0) return undefined;
  const quote = [place, said.contactsQuote(ways)].filter((part) => part !== '').join('. ');
  return { text: text.join(' '), title: said.contactsTitle, quote };
}
