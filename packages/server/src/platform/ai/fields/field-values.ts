/** The values of a record as short texts with the words of their path, in one language. */
import type { Bilingual, Language } from '@baraza/contract';
import { isObject } from '../../../kernel/json/is-object.ts';
import { pick } from '../../../kernel/language/bilingual.ts';

export interface FieldValue {
  readonly label: string;
  readonly value: string;
}

/** A text, or one in both languages: `"Sugar"`, `{"sw":"Sukari","en":"Sugar"}`. */
export function bilingualOf(value: unknown): Bilingual | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (!isObject(value)) return undefined;
  const { sw, en, ...others } = value;
  const texts = [sw, en].filter((text) => text !== undefined);
  if (texts.length === 0 || Object.keys(others).length > 0) return undefined;
  if (!texts.every((text) => typeof text === 'string' && text.trim() !== '')) return undefined;
  return value as Bilingual;
}

/** Which language a field is written in, if its name shows it: `nameEn`, `maelezo_sw`, `english`. */
export function languageOfName(words: readonly string[]): Language | undefined {
  const last = words.at(-1) ?? '';
  if (inSwahili.has(last)) return 'sw';
  return inEnglish.has(last) ? 'en' : undefined;
}

const inSwahili = new Set(['sw', 'swa', 'swahili', 'kiswahili']);
const inEnglish = new Set(['en', 'eng', 'english', 'kiingereza']);

const depthMax = 16;
// Every value is written with its path, so the length of a path is limited.
const labelCharactersMax = 200;
const itemsMax = 1_000;

/** Stops within the given number of characters. */
export function fieldValues(
  record: Iterable<readonly [string, unknown]>,
  language: Language,
  charactersMax: number,
): readonly FieldValue[] {
  const values: FieldValue[] = [];
  let left = charactersMax;
  const add = (label: string, value: string): void => {
    values.push({ label, value: value.slice(0, Math.max(0, left)) });
    left -= label.length + value.length;
  };
  const visit = (label: string, value: unknown, depth: number): void => {
    if (left <= 0 || depth > depthMax) return;
    const text = bilingualOf(value);
    if (text !== undefined) add(label, pick(text, language));
    else if (typeof value === 'number') add(label, String(value));
    else if (typeof value === 'boolean') add(label, yesNo[language](value));
    else if (Array.isArray(value)) visitList(label, value.slice(0, itemsMax), depth);
    else if (isObject(value)) visitFields(label, Object.entries(value), depth);
  };
  const visitList = (label: string, list: readonly unknown[], depth: number): void => {
    const plain = list.filter((item) => ['string', 'number'].includes(typeof item));
    if (plain.length > 0) add(label, plain.join(', '));
    for (const item of list) if (typeof item === 'object') visit(label, item, depth + 1);
  };
  const visitFields = (
    above: string,
    fields: Iterable<readonly [string, unknown]>,
    depth: number,
  ): void => {
    for (const [field, value] of fields) {
      if (left <= 0) return;
      const words = wordsOfName(field.slice(0, labelCharactersMax));
      const own = languageOfName(words);
      // A field in the other language belongs to the text in that language.
      if (own !== undefined && own !== language) continue;
      const name = labelOf(own === undefined ? words : words.slice(0, -1), language);
      visit(`${above} ${name}`.trim().slice(0, labelCharactersMax), value, depth + 1);
    }
  };
  visitFields('', record, 0);
  return values;
}

type Words = { readonly [language in Language]: string };

/** The words of a name such as `pricePerKg`, `in_stock` or `Bei ya jumla`, in lower case. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Unknown names stay as they are. */
function labelOf(words: readonly string[], language: Language): string {
  const name = words.join(' ');
  return labels.get(name)?.[language] ?? name;
}

const yesNo: { readonly [language in Language]: (value: boolean) => string } = {
  sw: (value) => (value ? 'ndiyo' : 'hapana'),
  en: (value) => (value ? 'yes' : 'no'),
};

export const outOfStock: Words = { sw: 'imeisha kwa sasa', en: 'out of stock now' };

const labels: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    'in stock|stock|quantity|qty|idadi|zilizopo': ['zilizopo', 'in stock'],
    'code|product code|item code|kodi|msimbo': ['msimbo', 'code'],
    'colour|color|rangi': ['rangi', 'colour'],
    'size|ukubwa|saizi': ['ukubwa', 'size'],
    'weight|uzito': ['uzito', 'weight'],
    'unit|kipimo': ['kipimo', 'unit'],
    'category|type|kind|aina': ['aina', 'type'],
    'brand|chapa': ['chapa', 'brand'],
    'description|details|maelezo': ['maelezo', 'description'],
    'note|notes|dokezo': ['dokezo', 'note'],
    'phone|phone number|telephone|mobile|simu|namba ya simu': ['simu', 'phone'],
    whatsapp: ['WhatsApp', 'WhatsApp'],
    'email|mail|barua pepe': ['barua pepe', 'e-mail'],
    'website|url|tovuti': ['tovuti', 'website'],
    'address|anwani': ['anwani', 'address'],
    'city|town|mji': ['mji', 'city'],
    'location|place|mahali|eneo': ['mahali', 'place'],
    'county|kaunti': ['kaunti', 'county'],
    'opens|open|opening time|hufungua': ['hufungua', 'opens'],
    'closes|close|closing time|hufunga': ['hufunga', 'closes'],
    'hours|opening hours|saa|saa za kazi': ['saa za kazi', 'hours'],
    'date|tarehe': ['tarehe', 'date'],
    'day|days|siku': ['siku', 'day'],
    'time|muda': ['muda', 'time'],
    duration: ['muda', 'duration'],
    'price|bei': ['bei', 'price'],
    'discount|punguzo': ['punguzo', 'discount'],
    'deposit|amana': ['amana', 'deposit'],
    'delivery|usafirishaji': ['usafirishaji', 'delivery'],
    'warranty|guarantee|dhamana': ['dhamana', 'warranty'],
    'available|inapatikana': ['inapatikana', 'available'],
    'status|hali': ['hali', 'status'],
    'teacher|mwalimu': ['mwalimu', 'teacher'],
    'doctor|daktari': ['daktari', 'doctor'],
    'owner|mmiliki': ['mmiliki', 'owner'],
    'supplier|msambazaji': ['msambazaji', 'supplier'],
    'seats|viti': ['viti', 'seats'],
    'ingredients|viungo': ['viungo', 'ingredients'],
    'material|kitambaa': ['kitambaa', 'material'],
  }).flatMap(([names, [sw = '', en = '']]) =>
    names.split('|').map((name): [string, Words] => [name, { sw, en }]),
  ),
);
