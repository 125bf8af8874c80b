/** Units of measure as written and as spoken: `100W` is `wati mia moja` and `one hundred watts`. */
import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { fractionSigns, partInWords, quantityInWords } from './spoken/fractions.ts';
import { type Rule, to } from './spoken/rule.ts';

interface Unit {
  /** Every name and abbreviation, in lower case. */
  readonly names: readonly string[];
  /** Undefined for a unit that is spelled out, such as kVA. */
  readonly spoken?: { readonly sw: string; readonly one: string; readonly many: string };
}

// In Swahili, in English for one and for many; then other names.
const measures = unitsIn(`
  kilo kilo kilos: kg kgs kilogram kilogramu
  lita litre litres: l ltr ltrs lt lts liter liters
  mita metre metres: m meter meters
  wati watt watts: w wp
  kilowati kilowatt kilowatts: kw
  volti volt volts: v
  gramu gram grams: g gm
  mililita millilitre millilitres: ml
  sentimita centimetre centimetres: cm
  milimita millimetre millimetres: mm
  futi foot feet: ft
  : ah amp amps ampere
  : kva va
  : inch inches inchi
  : gb mb tb
  : hp
  : pc pcs piece pieces kipande vipande`);
const others = unitsIn(`
  kilomita kilometre kilometres: km
  saa hour hours: h hr hrs
  dakika minute minutes: min mins
  miligramu milligram milligrams: mg
  gigabaiti gigabyte gigabytes: gb
  megabaiti megabyte megabytes: mb
  terabaiti terabyte terabytes: tb
  inchi inch inches: " ″ inch
  nyuzi_joto degree_Celsius degrees_Celsius: °c
  nyuzi_farenhaiti degree_Fahrenheit degrees_Fahrenheit: °f
  mita_za_mraba square_metre square_metres: m² m2 sqm
  futi_za_mraba square_foot square_feet: ft² sqft
  kilomita_za_mraba square_kilometre square_kilometres: km² sqkm
  mita_za_ujazo cubic_metre cubic_metres: m³
  kilomita kilometre_per_hour kilometres_per_hour: km/h kph`);

/** The unit of this name, if it measures the size of an item. */
export function measureNamed(name: string): Unit | undefined {
  return measures.find(({ names }) => names.includes(name));
}

function spokenUnit(written: string): Unit['spoken'] {
  const name = written.toLowerCase().replace(/[.\s]/g, '');
  // Watt peak is spelled out.
  if (name === 'wp') return undefined;
  return [...measures, ...others].find(({ names, spoken }) => spoken && names.includes(name))
    ?.spoken;
}

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

function unitsIn(table: string): readonly Unit[] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [words = '', names = ''] = line.trim().split(':');
    const [sw = '', one = '', many = ''] = words
      .split(' ')
      .map((name) => name.replaceAll('_', ' '));
    if (sw === '') return { names: names.trim().split(' ') };
    return { names: [sw, one, many, ...names.trim().split(' ')], spoken: { sw, one, many } };
  });
}
