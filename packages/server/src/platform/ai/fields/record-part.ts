/** A record as a thing with fields: what it is called, what it costs, and a sentence of the rest. */
import type { EntryKind, JsonObject, Language } from '@baraza/contract';
import { priceText } from '../../../answers/fields/prices/money.ts';
import type { Business } from '../../../answers/knowledge.ts';
import { words } from '../../../answers/words.ts';
import { pick } from '../../../kernel/language/bilingual.ts';
import { upperFirst } from '../../../kernel/language/sentences.ts';
import {
  bilingualOf,
  type FieldValue,
  fieldValues,
  languageOfName,
  wordsOfName,
} from './field-values.ts';
import { priceOf } from './price-field.ts';

const recordCharacters = 128 * 1024;

/** A record with question and answer is a FAQ; any other becomes sentences, in both languages if they differ. */
export function recordPart(record: JsonObject): Part {
  const { question, answer } = record;
  if (typeof question === 'string' && typeof answer === 'string')
    return { kind: 'faq', title: question, text: answer || question };
  const named = nameOf(record);
  const found = named && priceOf(record);
  const price = found && pricePart({ ...found.price, item: named.name });
  const rest = Object.entries(record).filter(
    ([field]) => !named?.fields.has(field) && !found?.fields.has(field),
  );
  const describe = (language: Language): { readonly title: string; readonly text: string } => {
    const title = named === undefined ? '' : pick(named.name, language);
    const text = sentencesOf(title, fieldValues(rest, language, recordCharacters)).join('\n');
    // If there is only a name, it is the text.
    return { title, text: price === undefined ? text || title : text };
  };
  const sw = describe('sw');
  const en = describe('en');
  const isSame = sw.title === en.title && sw.text === en.text;
  return {
    kind: 'fact',
    ...sw,
    ...(isSame ? {} : { language: 'sw', english: en }),
    ...(price === undefined ? {} : { price }),
  };
}

function pricePart(listed: Business['prices'][number]): PricePart {
  const sentenceIn = (language: Language) =>
    words[language].price(pick(listed.item, language), priceText(listed, language));
  return { listed, text: { sw: sentenceIn('sw'), en: sentenceIn('en') } };
}

/** `name` and `english` together are one name in two languages. */
function nameOf(record: JsonObject) {
  const fields = Object.keys(record);
  const found = nameFields.flatMap((base) => fields.filter((field) => plainName(field) === base));
  const [field] = found;
  const name = field === undefined ? undefined : bilingualOf(record[field]);
  const sw = translated(record, fields, 'sw');
  const en = translated(record, fields, 'en');
  if (field === undefined || name === undefined) {
    if (sw === undefined || en === undefined) return undefined;
    return {
      name: { sw: sw.text, en: en.text },
      fields: new Set([sw.field, en.field]),
    };
  }
  const other = en ?? sw;
  if (typeof name !== 'string' || other === undefined) return { name, fields: new Set([field]) };
  return {
    name: { sw: sw?.text ?? name, en: en?.text ?? name },
    fields: new Set([field, ...(sw ? [sw.field] : []), ...(en ? [en.field] : [])]),
  };
}

const nameFields = [
  'title',
  'name',
  'label',
  'jina',
  'item',
  'product',
  'service',
  'bidhaa',
  'huduma',
];

function plainName(field: string): string {
  return field.length > 60 ? '' : wordsOfName(field).join(' ');
}

/** The name in a language, in a field such as `nameEn`, `jina_sw` or `english`. */
function translated(record: JsonObject, fields: readonly string[], language: Language) {
  for (const field of fields) {
    const words = field.length > 60 ? [] : wordsOfName(field);
    if (languageOfName(words) !== language) continue;
    const base = words.slice(0, -1).join(' ');
    const isWord = (words.at(-1)?.length ?? 0) > shortCode;
    const text = record[field];
    if ((base === '' && isWord) || nameFields.includes(base))
      if (typeof text === 'string' && text.trim() !== '') return { field, text: text.trim() };
  }
  return undefined;
}

// The word `english` alone names the thing; the code `en` alone may be anything.
const shortCode = 3;

const fieldsMax = 4;
const sentenceCharacters = 160;
const longCharacters = 100;

/** Short fields share a sentence with the name of the thing; a long text stays separate. */
function sentencesOf(title: string, values: readonly FieldValue[]): readonly string[] {
  const sentences: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) sentences.push(sentence(title, open));
    open = [];
  };
  for (const { label, value } of values) {
    if (value.length > longCharacters || /[.!?]\s|\n/.test(value)) {
      close();
      sentences.push(label === '' ? value : `${upperFirst(label)}: ${value}`);
      continue;
    }
    const length = open.reduce((sum, text) => sum + text.length + 2, 0);
    if (open.length >= fieldsMax || length + label.length + value.length > sentenceCharacters)
      close();
    open.push(`${label} ${value}`.trim());
  }
  close();
  return sentences;
}

function sentence(title: string, fields: readonly string[]): string {
  const separator = fields.some((text) => text.includes(',')) ? '; ' : ', ';
  const text = fields.join(separator);
  const stop = text.endsWith('.') ? '' : '.';
  return title === '' ? `${upperFirst(text)}${stop}` : `${title}: ${text}${stop}`;
}

/** One passage of a document or a collection, not yet assigned to a source. */
export interface Part {
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  /** Undefined: detected from the text. */
  readonly language?: Language;
  /** The same in English, if the text is Swahili. */
  readonly english?: { readonly title: string; readonly text: string };
  /** The price of the item, if it has one: not part of the text, so that an answer can consist of the price alone. */
  readonly price?: PricePart;
  readonly page?: number;
  readonly row?: number;
}

interface PricePart {
  readonly listed: Business['prices'][number];
  readonly text: { readonly [language in Language]: string };
}

/** The number of characters that a part takes in an index. */
export function partLength({ title, text, english, price }: Part): number {
  const own =
    title.length + text.length + (english ? english.title.length + english.text.length : 0);
  return price === undefined ? own : own + price.text.sw.length + price.text.en.length;
}
