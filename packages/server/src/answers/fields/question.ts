/** A question prepared for the structured fields, and the form of their answers. */

import { wordings } from '../../kernel/language/bilingual.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Business, Inquiry } from '../knowledge.ts';
import { turnBefore, turnCharsMax } from '../text/history.ts';
import { byObject } from '../text/memo.ts';
import { wordsOf } from '../text/text.ts';
import { plainOf } from './vocabulary.ts';

export interface FieldQuestion extends Inquiry {
  /** The question in normalised spelling. */
  readonly plain: string;
  /** The visitor's previous question, also normalised. */
  readonly before: string | undefined;
  /** Words that only name this business, such as its name. */
  readonly known: ReadonlySet<string>;
}

export interface FieldAnswer {
  readonly text: string;
  /** The name of the field. */
  readonly title: string;
  /** The approved content, in words. */
  readonly quote: string;
  /** The entries that the answer comes from, if they are not all fields of the profile. */
  readonly parts?: readonly AnswerPart[];
}

interface AnswerPart {
  readonly id: string;
  readonly title: string;
  readonly quote: string;
}

export function questionOf(inquiry: Inquiry): FieldQuestion | undefined {
  const question = askedOf(inquiry);
  return question.plain.length > questionCharsMax ? undefined : question;
}

/** Like `questionOf` but for any length, if the topic of the question is already known. */
export function askedOf({ business, ask, language }: Inquiry): FieldQuestion {
  const turn = turnBefore(ask.history);
  const before = turn === '' ? undefined : plainOf(turn.slice(0, turnCharsMax));
  const plain = plainOf(ask.question);
  return { business, ask, language, plain, before, known: namesOf(business) };
}

// A question about a field is short; longer ones are left to the search.
const questionCharsMax = 200;

const namesOf = byObject((business: Business): ReadonlySet<string> => {
  const names = [...wordings(business.business), ...wordings(business.name)].flatMap(wordsOf);
  return new Set([...names, ...kindWords(business)]);
});

/** The words for this kind of business, from its name or the first sentence of its description. */
function kindWords(business: Business): readonly string[] {
  const about = wordings(business.about).map(
    (text) => text.slice(0, 160).split(/[.!?]\s/)[0] ?? '',
  );
  for (const text of [...wordings(business.business), ...about]) {
    const words = new Set(wordsOf(text));
    const kind = kinds.find((names) => names.some((name) => words.has(name)));
    if (kind) return kind;
  }
  return [];
}

/** The words of the address without its landmarks: `opposite the Post Office` is not the Post Office. */
export const placeWords = byObject((business: Business): readonly string[] =>
  wordings(business.address).flatMap((address) => {
    const last = /,([^,]*)$/.exec(address)?.[1] ?? '';
    return wordsOf(`${address.split(landmark)[0]} ${last}`);
  }),
);

const landmark = longPattern('i')`[\s,(]+(?:opposite|next to|near|behind|beside|above|below|off
  |karibu na|mkabala na|nyuma ya|jirani na|kando ya|pembeni mwa|juu ya)\b`;

const kinds: readonly (readonly string[])[] = [
  'school academy shule shuleni',
  'college university institute chuo chuoni taasisi',
  'clinic hospital dispensary kliniki hospitali zahanati',
  'pharmacy chemist famasi',
  'hotel lodge resort guesthouse hostel hoteli hotelini lodge gesti',
  'restaurant cafe canteen mgahawa mkahawa restoranti',
  'salon barbershop barber spa saluni kinyozi',
  'supermarket shop store hardware boutique duka dukani',
  'bank sacco benki',
  'church parish kanisa kanisani',
  'mosque msikiti',
  'library maktaba',
  'museum makumbusho',
  'gym fitness jimu',
  'garage workshop gereji karakana',
  'bakery',
  'farm shamba shambani',
  'agency wakala',
].map((names) => names.split(' '));
