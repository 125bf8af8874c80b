/** Answers on how to reach the business and where it is, from the structured fields. */

import { longPattern } from '../../kernel/long-pattern.ts';
import type { Bilingual, Business } from '../knowledge.ts';
import { pick } from '../text/bilingual.ts';
import { type Ways, words } from '../words.ts';
import { placeWords } from './kinds.ts';
import type { FieldAnswer, FieldQuestion } from './question.ts';
import { type Concept, type Reading, readingOf } from './vocabulary.ts';

export function contactAnswer(question: FieldQuestion): FieldAnswer | undefined {
  const { business, plain, known, language } = question;
  const address = placeWords(business);
  const reading = readingOf(plain, new Set([...known, ...address]));
  if (reading.left.some((word) => !errands.has(word)) || payment.test(plain)) return undefined;
  if (foreign.some((concept) => reading.concepts.has(concept))) return undefined;
  if (reading.left.length === 0 && (asksPlace(reading) || namesPlace(reading, address)))
    return placeAnswer(question, business.address);
  const said = words[language];
  const wanted = wantedOf(reading.concepts);
  // The place and a number in one breath are two questions.
  if (reading.concepts.has('where') && reading.concepts.has('work')) return undefined;
  if (wanted === undefined) return undefined;
  const known3 = waysOf(business);
  // A visitor who wants to call is helped by the WhatsApp number too; one who wants an e-mail address is not.
  const ways =
    wanted === 'any'
      ? known3
      : wanted === 'phone' && known3.phone === ''
        ? { phone: '', whatsapp: known3.whatsapp, email: '' }
        : { phone: '', whatsapp: '', email: '', [wanted]: known3[wanted] };
  const text = said.contacts(ways);
  if (text === '') return undefined;
  return { text, title: said.contactsTitle, quote: said.contactsQuote(ways) };
}

/** Every way to reach the business, '' where there is none. */
export function waysOf({ phone, whatsapp, email }: Business): Ways {
  return { phone: phone.trim(), whatsapp: whatsappNumber(whatsapp), email: email.trim() };
}

// What visitors want to reach somebody for; it does not change whom they reach.
const errands = new Set(
  `write writing book booking bookings reserve order orders enquire enquiries inquire inquiries enquiry
    kuandika kuagiza oda kuweka kuuliza maswali`.split(/\s+/),
);

// The number of a till is not the number to call.
const payment = /\b(?:till|paybill|pay bill|lipa|buy goods)\b/;

const foreign: readonly Concept[] = ['price', 'list', 'open', 'close', 'hours', 'days'];

function asksPlace({ concepts, plain }: Reading): boolean {
  if (concepts.has('phone') || concepts.has('whatsapp') || concepts.has('email')) return false;
  if (concepts.has('where')) {
    // `Where can I …` asks for a place where something is done; `where are you` for the business.
    return (
      concepts.has('located') ||
      concepts.has('address') ||
      concepts.has('work') ||
      whereYou.test(plain)
    );
  }
  if (concepts.has('directions') || concepts.has('address')) return true;
  return concepts.has('located');
}

/** `Are you in Kisumu?` names a word of the address and asks nothing else. */
function namesPlace({ concepts, plain }: Reading, address: readonly string[]): boolean {
  if ([...concepts].some((concept) => concept !== 'work' && concept !== 'located')) return false;
  const said = plain.split(' ').filter((word) => word.length > 3 && address.includes(word));
  return said.length > 0 && atPlace.test(plain);
}

const atPlace =
  /\b(?:are|r) (?:you|u)\b|\bis (?:it|the|your)\b|\b(?:mko|mpo|uko|upo|iko|liko|ziko)\b/;

const whereYou = longPattern()`\bwhere (?:exactly |else )?(?:are|r|is|s) (?:exactly )?(?:you|u
  |the|your|this|it)\b|\bwhere (?:do|can|could) (?:i|we) (?:find|visit|reach) (?:you|your|the|it)\b
  |\b(?:duka|ofisi|biashara|kampuni|kwenu)\b.*\bwapi\b|\bwapi\b.*\b(?:duka|ofisi|biashara|kampuni)\b`;

function placeAnswer(question: FieldQuestion, address: Bilingual): FieldAnswer | undefined {
  const { language } = question;
  const place = pick(address, language);
  if (place === '') return undefined;
  const said = words[language];
  return {
    text: said.address(place.replace(/[.\s]+$/, '')),
    title: said.addressTitle,
    quote: place,
  };
}

function wantedOf(
  concepts: ReadonlySet<Concept>,
): 'phone' | 'whatsapp' | 'email' | 'any' | undefined {
  if (concepts.has('whatsapp')) return 'whatsapp';
  if (concepts.has('email')) return 'email';
  if (concepts.has('phone')) return 'phone';
  if (concepts.has('contact')) return 'any';
  return concepts.has('number') ? 'phone' : undefined;
}

/** `+254 700 000 000` of a number or of a `wa.me` link. */
function whatsappNumber(whatsapp: string): string {
  const link = /(?:wa\.me\/|phone=)\+?(\d+)/.exec(whatsapp);
  if (link) return `+${link[1]}`;
  return /^[+\d][\d\s()-]+$/.test(whatsapp.trim()) ? whatsapp.trim() : '';
}
