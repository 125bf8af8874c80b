/** What visitors call a business of some kind: `the school` needs no name when a school is asked. */

import { longPattern } from '../../kernel/long-pattern.ts';
import type { Business } from '../knowledge.ts';
import { wordings } from '../text/bilingual.ts';
import { wordsOf } from '../text/text.ts';

/** The words for the kind of this business, as its name or the beginning of its description tells it. */
export function kindWords(business: Business): readonly string[] {
  for (const text of [...wordings(business.business), ...wordings(business.about).map(beginning)]) {
    const said = new Set(wordsOf(text));
    const kind = kinds.find((names) => names.some((name) => said.has(name)));
    if (kind) return kind;
  }
  return [];
}

function beginning(about: string): string {
  return about.slice(0, 160).split(/[.!?]\s/)[0] ?? '';
}

/** The words of the address up to its landmarks: `opposite the Post Office` does not make it the Post Office. */
export function placeWords(business: Business): readonly string[] {
  return wordings(business.address).flatMap((address) => {
    const last = /,([^,]*)$/.exec(address)?.[1] ?? '';
    return wordsOf(`${address.split(landmark)[0]} ${last}`);
  });
}

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
