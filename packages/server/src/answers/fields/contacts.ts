/** Answers on how to reach the business and where it is, from the structured fields. */

import { pick } from '../../kernel/language/bilingual.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Business } from '../knowledge.ts';
import { type Ways, words } from '../words.ts';
import { type FieldAnswer, type FieldQuestion, placeWords } from './question.ts';
import { type Concept, conceptSet, type QuestionWords, readingOf } from './vocabulary.ts';

export function contactAnswer(question: FieldQuestion): FieldAnswer | undefined {
  const { business, plain, known, language } = question;
  const address = placeWords(business);
  const reading = readingOf(plain, new Set([...known, ...address]));
  if (reading.left.some((word) => !errands.has(word)) || payment.test(plain)) return undefined;
  if (!reading.concepts.isDisjointFrom(foreign)) return undefined;
  if (reading.left.length === 0 && (asksPlace(reading) || namesPlace(reading, address)))
    return placeAnswer(question);
  // Asking for the place and a number in one message is two questions.
  if (reading.concepts.has('where') && reading.concepts.has('work')) return undefined;
  const wanted = wantedOf(reading.concepts);
  if (wanted === undefined) return undefined;
  const all = waysOf(business);
  // The WhatsApp number also serves a visitor who wants to call; nothing replaces an e-mail address.
  const way = wanted === 'phone' && all.phone === '' ? 'whatsapp' : wanted;
  const none = { phone: '', whatsapp: '', email: '' };
  const ways = way === 'any' ? all : { ...none, [way]: all[way] };
  const text = words[language].contacts(ways);
  if (text === '') return undefined;
  const { contactsTitle, contactsQuote } = words[language];
  return { text, title: contactsTitle, quote: contactsQuote(ways) };
}

/** Every way to reach the business; '' if not set. */
export function waysOf({ phone, whatsapp, email }: Business): Ways {
  return { phone: phone.trim(), whatsapp: whatsappNumber(whatsapp), email: email.trim() };
}

// Reasons for getting in touch; they do not change the answer.
const errands = new Set(
  `write writing book booking bookings reserve order orders enquire enquiries inquire inquiries enquiry
    kuandika kuagiza oda kuweka kuuliza maswali`.split(/\s+/),
);

// A till number is not a telephone number.
const payment = /\b(?:till|paybill|pay bill|lipa|buy goods)\b/;

const foreign = conceptSet('price list open close hours days');

function asksPlace({ concepts, plain }: QuestionWords): boolean {
  if (!concepts.isDisjointFrom(numbers)) return false;
  if (concepts.has('located') || concepts.has('address')) return true;
  // `Where can I …` asks where something is done; `where are you` asks for the business.
  if (concepts.has('where')) return concepts.has('work') || whereYou.test(plain);
  return concepts.has('directions');
}

const numbers = conceptSet('phone whatsapp email');

/** `Are you in Kisumu?` contains a word of the address and asks nothing else. */
function namesPlace({ concepts, plain }: QuestionWords, address: readonly string[]): boolean {
  if ([...concepts].some((concept) => concept !== 'work' && concept !== 'located')) return false;
  const isNamed = plain.split(' ').some((word) => word.length > 3 && address.includes(word));
  return isNamed && atPlace.test(plain);
}

const atPlace =
  /\b(?:are|r) (?:you|u)\b|\bis (?:it|the|your)\b|\b(?:mko|mpo|uko|upo|iko|liko|ziko)\b/;

const whereYou = longPattern()`\bwhere (?:exactly |else )?(?:are|r|is|s) (?:exactly )?(?:you|u
  |the|your|this|it)\b|\bwhere (?:do|can|could) (?:i|we) (?:find|visit|reach) (?:you|your|the|it)\b
  |\b(?:duka|ofisi|biashara|kampuni|kwenu)\b.*\bwapi\b|\bwapi\b.*\b(?:duka|ofisi|biashara|kampuni)\b`;

function placeAnswer({ business, language }: FieldQuestion): FieldAnswer | undefined {
  const quote = pick(business.address, language);
  if (quote === '') return undefined;
  const { address, addressTitle } = words[language];
  return { text: address(quote.replace(/[.\s]+$/, '')), title: addressTitle, quote };
}

function wantedOf(concepts: ReadonlySet<Concept>): keyof Ways | 'any' | undefined {
  const named = (['whatsapp', 'email', 'phone'] as const).find((way) => concepts.has(way));
  if (named) return named;
  if (concepts.has('contact')) return 'any';
  return concepts.has('number') ? 'phone' : undefined;
}

/** The number, also from a `wa.me` link: `+254 700 000 000`. */
function whatsappNumber(whatsapp: string): string {
  const link = /(?:wa\.me\/|phone=)\+?(\d+)/.exec(whatsapp);
  if (link) return `+${link[1]}`;
  return /^[+\d][\d\s()-]+$/.test(whatsapp.trim()) ? whatsapp.trim() : '';
}
