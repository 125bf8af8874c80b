/** Finds what a record costs: a field that is called a price, with its currency and unit. */
import type { Bilingual, JsonObject } from '@baraza/contract';
import { isObject } from '../../../kernel/json/is-object.ts';
import { currencyCodes } from '../../../kernel/language/money.ts';
import { bilingualOf, outOfStock, wordsOfName } from './field-values.ts';

export function priceOf(record: JsonObject) {
  const found = priceField(record);
  if (found === undefined) return undefined;
  const fieldCalled = (names: ReadonlySet<string>) =>
    Object.keys(record).find((field) =>
      names.has(wordsOfName(field.slice(0, nameCharactersMax)).join(' ')),
    );
  const currencyField = fieldCalled(currencyNames);
  const unitField = fieldCalled(unitNames);
  const stockField = fieldCalled(stockNames);
  const currency =
    found.currency || textOf(record, currencyField) || currencySigns.get(found.code) || found.code;
  const unit = found.unit ?? unitIn(unitField === undefined ? undefined : record[unitField]);
  const stock = stockField === undefined ? undefined : record[stockField];
  const isCounted = typeof stock === 'number' || typeof stock === 'boolean';
  const covered = [
    found.field,
    currencyField,
    // Customers learn that nothing is left, but not how many are.
    isCounted ? stockField : undefined,
    unit === undefined ? undefined : unitField,
  ];
  return {
    price: {
      price: found.amount,
      currency,
      ...(unit === undefined ? {} : { unit }),
      ...(stock === 0 || stock === false ? { note: outOfStock } : {}),
    },
    /** The fields that it covers, which are not repeated in the text. */
    fields: new Set(covered.filter((field) => field !== undefined)),
  };
}

interface PriceField {
  readonly field: string;
  readonly amount: number | string;
  readonly currency: string;
  /** The word for a currency in its name: `kes` of `priceKes`. */
  readonly code: string;
  readonly unit: Bilingual | undefined;
}

/** `costPrice` or `oldPrice` is not the price of the thing: every word of the name must be known. */
function priceField(record: JsonObject): PriceField | undefined {
  let best: PriceField | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const [field, value] of Object.entries(record)) {
    const words = wordsOfName(field.slice(0, nameCharactersMax));
    const per = words.findIndex((word, at) => at > 0 && (word === 'per' || word === 'kwa'));
    const head = per < 0 ? words : words.slice(0, per);
    const ranks = head.map((word) => priceNames.indexOf(word)).filter((at) => at >= 0);
    const [rank] = ranks;
    // `costPrice` has two: it is what the owner pays.
    if (rank === undefined || ranks.length > 1 || rank >= bestRank) continue;
    const others = head.filter((word) => !priceNames.includes(word) && !besidePrice.has(word));
    const codes = others.filter((word) => currencySigns.has(word));
    if (others.length > codes.length) continue;
    const given = amountIn(value);
    if (given === undefined) continue;
    const unit = per < 0 ? undefined : unitOf(words.slice(per + 1).join(' '));
    best = { field, ...given, code: codes[0] ?? '', unit };
    bestRank = rank;
  }
  return best;
}

const nameCharactersMax = 60;
const priceCharactersMax = 80;
const priceNames = 'price bei rate fee fees fare nauli karo ada charge tariff cost gharama'.split(
  ' ',
);
const besidePrice = new Set('unit selling sale sales retail ya kuuza kuuzia each'.split(' '));
const currencyNames = new Set(['currency', 'sarafu', 'currency code']);
const unitNames = new Set(['unit', 'kipimo', 'measure', 'units', 'per', 'packaging', 'pack']);
const stockNames = new Set([
  'in stock',
  'stock',
  'quantity',
  'qty',
  'available',
  'idadi',
  'zilizopo',
  'stock level',
]);
const currencySigns: ReadonlyMap<string, string> = new Map([
  ...currencyCodes,
  ['ksh', 'KSh'],
  ['kshs', 'KSh'],
  ['tsh', 'TSh'],
  ['ush', 'USh'],
  ['shilingi', 'KES'],
]);

function amountIn(value: unknown): Pick<PriceField, 'amount' | 'currency'> | undefined {
  if (typeof value === 'number')
    return value >= 0 && Number.isFinite(value) ? { amount: value, currency: '' } : undefined;
  if (typeof value === 'string') {
    const text = value.trim();
    const isPrice = /\d/.test(text) || /^(?:free|bure)$/i.test(text);
    return isPrice && text.length <= priceCharactersMax
      ? { amount: text, currency: '' }
      : undefined;
  }
  if (!isObject(value)) return undefined;
  const { amount, value: plain, currency } = value;
  const given = amount ?? plain;
  if (typeof given !== 'number' && typeof given !== 'string') return undefined;
  const found = amountIn(given);
  return found && { ...found, currency: typeof currency === 'string' ? currency.trim() : '' };
}

function unitIn(value: unknown): Bilingual | undefined {
  const unit = bilingualOf(value);
  return typeof unit === 'string' ? unitOf(unit) : unit;
}

function textOf(record: JsonObject, field: string | undefined): string {
  const value = field === undefined ? undefined : record[field];
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * A unit in both languages: `kg 2`, `2 kg`, `pakiti ya 6`. Undefined for an amount of money, such as the value of a
 * voucher, which measures nothing.
 */
function unitOf(given: string): Bilingual | undefined {
  const text = given.trim().replaceAll(/\s+/g, ' ');
  if (text === '' || text.length > unitCharactersMax || moneyPattern.test(text)) return undefined;
  const [, before, word = '', after] = measurePattern.exec(text) ?? [];
  const unit = units.get(word.toLowerCase());
  if (unit === undefined || (before !== undefined && after !== undefined)) return text;
  const count = before ?? after;
  if (count === undefined || count === '1') return { sw: unit.sw, en: unit.en };
  if (containerPattern.test(unit.en) && before === undefined)
    return { sw: `${unit.sw} ya ${count}`, en: `${unit.en} of ${count}` };
  return { sw: `${unit.sw} ${count}`, en: `${count} ${unit.many}` };
}

const unitCharactersMax = 60;
const moneyPattern =
  /^(?:kes|kshs?|tzs|tshs?|ugx|ushs?|rwf|usd|eur|gbp|[$€£])[\s.]*\d|^\d[\d,.]*\s*\/-?$/i;
const measurePattern =
  /^(?:(?:per|a|an|kwa|kila)\s)?(?:(\d+(?:\.\d+)?)\s?)?(\p{L}+)(?:\s?(?:(?:ya|of|za|la)\s)?(\d+(?:\.\d+)?))?$/iu;
const containerPattern = /^(?:packet|box|bag|tray|bunch|crate|carton|set|pair|bundle)$/;

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
