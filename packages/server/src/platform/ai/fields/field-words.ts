/** Names of fields as a visitor reads them, in both languages. */
import type { Language } from '@baraza/contract';

type Words = { readonly [language in Language]: string };

/** The words of a name such as `pricePerKg`, `in_stock` or `Bei ya jumla`, in small letters. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Unknown names stay as they are. */
export function labelOf(words: readonly string[], language: Language): string {
  const name = words.join(' ');
  return labels.get(name)?.[language] ?? name;
}

export const yesNo: { readonly [language in Language]: (value: boolean) => string } = {
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
