/** Numbers with a unit written after them, as they are said: `100W` is `wati mia moja` and `one hundred watts`. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { numberInWords } from '../fields/number-words.ts';

/** `5-10kg`, `1.5 kVA`, `100W`: the numbers, then the unit. */
export const measuredPattern = longPattern('gu')`
  (?<![\p{L}\p{N}.,:])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?[-–]\s?(\d+(?:\.\d+)?))?(?:(\s?)(kWh|kVA
  |kW|Wh|Wp|W|Ah|mAh|kgs?|km|cm|mm|ml|ltrs?|lts?|GB|MB|TB|hrs?|mins?|ft|hp|V)|([gmhLlWwVv]))(?![\p{L}\p{N}²³])`;

export function measuredInWords(
  [, first = '', last, , long, short]: readonly string[],
  language: Language,
): string {
  const [, sw, one, many] =
    units.find(([written]) => written?.split(',').includes(long ?? short ?? '')) ?? [];
  const said = [first, last]
    .flatMap((number) => number ?? [])
    .map((number) => numberInWords(Number(number.replaceAll(',', '')), language))
    .join(language === 'sw' ? ' hadi ' : ' to ');
  if (sw === undefined) return `${said} ${long ?? short}`;
  if (language === 'sw') return `${sw} ${said}`;
  return `${said} ${said === 'one' ? one : many}`;
}

// What is written, then the Swahili name and the English one for one and many; what has no word that people say, such
// as kVA, is left as letters.
const units: readonly (readonly string[])[] = [
  'W,w wati watt watts',
  'kW kilowati kilowatt kilowatts',
  'kg,kgs kilo kilo kilos',
  'g gramu gram grams',
  'km kilomita kilometre kilometres',
  'm mita metre metres',
  'cm sentimita centimetre centimetres',
  'mm milimita millimetre millimetres',
  'ft futi foot feet',
  'L,l,ltr,ltrs,lt,lts lita litre litres',
  'ml mililita millilitre millilitres',
  'V,v volti volt volts',
  'h,hr,hrs saa hour hours',
  'min,mins dakika minute minutes',
].map((row) => row.split(' '));
