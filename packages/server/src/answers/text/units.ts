/** Units of measure as written and as spoken: `100W` is `wati mia moja` and `one hundred watts`. */
import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { numberInWords } from '../fields/number-words.ts';

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
  dakika minute minutes: min mins`);

/** The unit of this name, if it measures the size of an item. */
export function measureNamed(name: string): Unit | undefined {
  return measures.find(({ names }) => names.includes(name));
}

function spokenUnit(written: string): Unit['spoken'] {
  const name = written.toLowerCase();
  // Watt peak is spelled out.
  if (name === 'wp') return undefined;
  return [...measures, ...others].find(({ names }) => names.includes(name))?.spoken;
}

/** Numbers with a unit: `5-10kg`, `1.5 kVA`, `100W`. */
export const measuredPattern = longPattern('gu')`
  (?<![\p{L}\p{N}.,:])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?[-–]\s?(\d+(?:\.\d+)?))?(?:(\s?)(kWh|kVA
  |kW|Wh|Wp|W|Ah|mAh|kgs?|km|cm|mm|ml|ltrs?|lts?|GB|MB|TB|hrs?|mins?|ft|hp|V)|([gmhLlWwVv]))(?![\p{L}\p{N}²³])`;

export function measuredInWords(
  [, first = '', last, , long, short]: readonly string[],
  language: Language,
): string {
  const written = long ?? short ?? '';
  const unit = spokenUnit(written);
  const numbers = [first, last]
    .flatMap((number) => number ?? [])
    .map((number) => numberInWords(Number(number.replaceAll(',', '')), language))
    .join(language === 'sw' ? ' hadi ' : ' to ');
  if (unit === undefined) return `${numbers} ${written}`;
  if (language === 'sw') return `${unit.sw} ${numbers}`;
  return `${numbers} ${numbers === 'one' ? unit.one : unit.many}`;
}

function unitsIn(table: string): readonly Unit[] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [words = '', names = ''] = line.trim().split(':');
    const [sw = '', one = '', many = ''] = words.split(' ');
    if (sw === '') return { names: names.trim().split(' ') };
    return { names: [sw, one, many, ...names.trim().split(' ')], spoken: { sw, one, many } };
  });
}
