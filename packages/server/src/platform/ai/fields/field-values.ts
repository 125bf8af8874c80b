/** The values of a record as short texts with the words of their path, in one language. */
import type { Language } from '@baraza/contract';
import type { Bilingual } from '../../../answers/knowledge.ts';
import { isObject } from '../../../kernel/json/is-object.ts';
import { labelOf, wordsOfName, yesNo } from './field-words.ts';

export interface FieldValue {
  readonly label: string;
  readonly value: string;
}

export { isObject };

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
    if (text !== undefined) add(label, typeof text === 'string' ? text : inOne(text, language));
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
      // Left to the other language.
      if (own !== undefined && own !== language) continue;
      const name = labelOf(own === undefined ? words : words.slice(0, -1), language);
      visit(`${above} ${name}`.trim().slice(0, labelCharactersMax), value, depth + 1);
    }
  };
  visitFields('', record, 0);
  return values;
}

function inOne(text: Exclude<Bilingual, string>, language: Language): string {
  return (text[language] ?? text.sw ?? text.en ?? '').trim();
}
