/** Measures in words: `100W` is `wati mia moja` and `one hundred watts`. */
import type { Language } from '@baraza/contract';
import { spokenUnit } from '../../kernel/language/units.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { fractionSigns, partInWords, quantityInWords } from './fractions.ts';
import { type Rule, to } from './rule.ts';

const number = `(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?[${fractionSigns}]?|[${fractionSigns}])`;
const area = 'sq\\.?\\s?(?:m|ft|km)\\b|[kc]?m²|m2|ft²|m³';
const long =
  `${area}|km\\/h|kph|°C|°F|kWh|kVA|kW|Wh|Wp|W|Ah|mAh|kgs?|km|cm|mm|mg|ml|ltrs?|lts?|GB|MB|TB|hrs?|mins?|ft|hp|V|″` +
  '|"(?=\\s(?:screen|tv|TV|pipe|pizza|tyre|rim|wheel|laptop|monitor|display))';
const measured = `\\s?(?:(${long})|([gmhLlWwVv]))(?![\\p{L}\\p{N}²³])`;
// English names the unit of such a thing in the singular: a five litre can.
const thing = longPattern()`
  (?:bag|can|bottle|pack|packet|panel|tank|container|screen|tv|bulb|battery|cable|pipe|roll|tin|jar|sack|carton|box
  |cylinder|drum|inverter|generator|motor|plot|room|bundle|drive|disk|truck|van|pump|bucket|jerrican|rod|sheet|rope
  |tyre|rim|wheel|laptop|monitor|display|pizza|walk|drive|trip|tour)(?:e?s)?\b`.source;

export const measureRules: readonly Rule[] = [
  // Swahili also writes the unit first: `kg 50`.
  [
    /(?<![\p{L}\d]|\d\s)(kg|km|cm|mm|ml|gm|ltr|lt)\.?\s?(?=\d)/giu,
    ([found = '', unit = ''], language) =>
      language === 'sw' ? `${spokenUnit(unit)?.sw ?? unit} ` : found,
  ],
  [
    new RegExp(
      `\\b(per|kwa|kila)\\s(${area}|kgs?|km|cm|mm|ml|gm?|l|ltr|hrs?|min)(?![\\p{L}\\p{N}²³])`,
      'giu',
    ),
    ([, per = '', unit = ''], language) => {
      const said = spokenUnit(unit);
      return `${per} ${(language === 'sw' ? said?.sw : said?.one) ?? unit}`;
    },
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}.,:])${number}\\s?[x×]\\s?${number}(?:\\s?[x×]\\s?${number})?(?:${measured}|(?!\\d))`,
      'gu',
    ),
    ([, first, second, third, long, short], language) => {
      const sides = [first, second, third].flatMap((side) => side ?? []);
      const numbers = sides.map((side) => quantityInWords(side, language));
      const said = spokenUnit(long ?? short ?? '');
      const size = numbers.join(language === 'sw' ? ' kwa ' : ' by ');
      if (said === undefined) return [size, long ?? short ?? ''].join(' ').trim();
      return language === 'sw' ? `${said.sw} ${size}` : `${size} ${said.many}`;
    },
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}.,:])${number}(?:\\s?[-–]\\s?${number})?${measured}(?:(?=\\s(${thing}))|)`,
      'gu',
    ),
    measuredInWords,
  ],
];

/** Numbers with a unit: `5-10kg`, `1.5 kVA`, `100W`. */
function measuredInWords(
  [, first = '', last, long, short, thingAfter]: readonly string[],
  language: Language,
): string {
  const written = long ?? short ?? '';
  const unit = spokenUnit(written);
  if (unit !== undefined && last === undefined && fractionSigns.includes(first))
    return partInWords(first, language === 'sw' ? unit.sw : unit.one, language);
  const numbers = [first, last]
    .flatMap((number) => number ?? [])
    .map((number) => quantityInWords(number, language))
    .join(` ${to[language]} `);
  if (unit === undefined) return `${numbers} ${written}`;
  if (language === 'sw') return `${unit.sw} ${numbers}${/\/h|kph/.test(written) ? ' kwa saa' : ''}`;
  const isOne = numbers === 'one' || thingAfter !== undefined;
  return `${numbers} ${isOne ? unit.one : unit.many}`;
}
