/** Units of prices, in both languages: `kg 2`, `2 kg`, `pakiti ya 6`. */
import type { Bilingual } from '../../../answers/knowledge.ts';

/** Undefined for an amount of money, such as the value of a voucher, which measures nothing. */
export function unitOf(given: string): Bilingual | undefined {
  const text = given.trim().replaceAll(/\s+/g, ' ');
  if (text === '' || text.length > unitCharactersMax || isMoney.test(text)) return undefined;
  const [, before, word = '', after] = measured.exec(text) ?? [];
  const unit = units.get(word.toLowerCase());
  if (unit === undefined || (before !== undefined && after !== undefined)) return text;
  const count = before ?? after;
  if (count === undefined || count === '1') return { sw: unit.sw, en: unit.en };
  if (isContainer.test(unit.en) && before === undefined)
    return { sw: `${unit.sw} ya ${count}`, en: `${unit.en} of ${count}` };
  return { sw: `${unit.sw} ${count}`, en: `${count} ${unit.many}` };
}

const unitCharactersMax = 60;
const isMoney =
  /^(?:kes|kshs?|tzs|tshs?|ugx|ushs?|rwf|usd|eur|gbp|[$€£])[\s.]*\d|^\d[\d,.]*\s*\/-?$/i;
const measured =
  /^(?:(?:per|a|an|kwa|kila)\s)?(?:(\d+(?:\.\d+)?)\s?)?(\p{L}+)(?:\s?(?:(?:ya|of|za|la)\s)?(\d+(?:\.\d+)?))?$/iu;
const isContainer = /^(?:packet|box|bag|tray|bunch|crate|carton|set|pair|bundle)$/;

interface Unit {
  readonly sw: string;
  readonly en: string;
  readonly many: string;
}

const units: ReadonlyMap<string, Unit> = new Map(
  [
    'kilo kg kg: kg kgs kilo kilos kilogram kilograms kilogramu',
    'g g g: g gm gram grams gramu',
    'lita litre litres: l lt ltr lita litre litres liter liters',
    'ml ml ml: ml millilitre mililita',
    'mita metre metres: m mita metre metres meter meters',
    'futi foot feet: ft foot feet futi',
    'kipande piece pieces: pc pcs piece pieces kipande vipande each',
    'pakiti packet packets: packet packets pack packs pkt pakiti',
    'boksi box boxes: box boxes boksi sanduku',
    'katoni carton cartons: carton cartons katoni',
    'kreti crate crates: crate crates kreti',
    'mfuko bag bags: bag bags mfuko mifuko gunia',
    'trei tray trays: tray trays trei',
    'chupa bottle bottles: bottle bottles chupa',
    'kopo tin tins: tin tins can cans kopo makopo',
    'kichane bunch bunches: bunch bunches kichane vichane',
    'fungu bundle bundles: bundle bundles fungu mafungu',
    'seti set sets: set sets seti',
    'jozi pair pairs: pair pairs jozi',
    'dazeni dozen dozen: dozen dozens dazeni',
    'sahani plate plates: plate plates sahani',
    'kikombe cup cups: cup cups kikombe vikombe',
    'mtu person people: person people mtu watu',
    'mtoto child children: child children mtoto watoto',
    'saa hour hours: hour hours hr hrs saa',
    'siku day days: day days siku',
    'usiku night nights: night nights usiku',
    'wiki week weeks: week weeks wiki',
    'mwezi month months: month months mwezi miezi',
    'muhula term terms: term terms muhula mihula',
    'mwaka year years: year years mwaka miaka',
  ].flatMap((line) => {
    const [forms = '', names = ''] = line.split(': ');
    const [sw = '', en = '', many = ''] = forms.split(' ');
    return names.split(' ').map((name): [string, Unit] => [name, { sw, en, many }]);
  }),
);
