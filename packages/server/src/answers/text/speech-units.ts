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
  const unit = units[long ?? short ?? ''];
  const said = [first, last]
    .flatMap((number) => number ?? [])
    .map((number) => numberInWords(Number(number.replaceAll(',', '')), language))
    .join(language === 'sw' ? ' hadi ' : ' to ');
  if (unit === undefined) return `${said} ${long ?? short}`;
  if (language === 'sw') return `${unit[0]} ${said}`;
  return `${said} ${said === 'one' ? unit[1] : unit[2]}`;
}

type Unit = readonly [sw: string, one: string, many: string];

const watt: Unit = ['wati', 'watt', 'watts'];
const kilo: Unit = ['kilo', 'kilo', 'kilos'];
const litre: Unit = ['lita', 'litre', 'litres'];
const volt: Unit = ['volti', 'volt', 'volts'];
const hour: Unit = ['saa', 'hour', 'hours'];
const minute: Unit = ['dakika', 'minute', 'minutes'];

// What has no word that people say, such as kVA, is left as letters.
const units: { readonly [written: string]: Unit } = {
  W: watt,
  w: watt,
  kW: ['kilowati', 'kilowatt', 'kilowatts'],
  kg: kilo,
  kgs: kilo,
  g: ['gramu', 'gram', 'grams'],
  km: ['kilomita', 'kilometre', 'kilometres'],
  m: ['mita', 'metre', 'metres'],
  cm: ['sentimita', 'centimetre', 'centimetres'],
  mm: ['milimita', 'millimetre', 'millimetres'],
  ft: ['futi', 'foot', 'feet'],
  L: litre,
  l: litre,
  ltr: litre,
  ltrs: litre,
  lt: litre,
  lts: litre,
  ml: ['mililita', 'millilitre', 'millilitres'],
  V: volt,
  v: volt,
  h: hour,
  hr: hour,
  hrs: hour,
  min: minute,
  mins: minute,
};
