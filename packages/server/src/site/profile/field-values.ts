/** Readers of single values of a profile; each throws a sentence that names the field. */
import { type Bilingual, hasAtMost, siteLimits } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid, type Problem } from '../../kernel/problem.ts';

export function fieldProblem(field: string, rule: string): Problem {
  return invalid(`${field} ${rule}.`);
}

export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function plainText(value: unknown, field: string, max: number): string {
  if (isAbsent(value)) return '';
  if (typeof value !== 'string') throw fieldProblem(field, 'must be text');
  const text = value.trim();
  if (!hasAtMost(text, max)) throw fieldProblem(field, `must have at most ${max} characters`);
  return text;
}

/** A text, or the same in Swahili and English; a pair of empty texts is ''. */
export function bilingualText(value: unknown, field: string, max: number): Bilingual {
  if (!isObject(value)) {
    if (!isAbsent(value) && typeof value !== 'string')
      throw fieldProblem(field, 'must be text, or an object with sw and en');
    return plainText(value, field, max);
  }
  const sw = plainText(value.sw, `${field}.sw`, max);
  const en = plainText(value.en, `${field}.en`, max);
  if (sw === '' && en === '') {
    if (Object.keys(value).some((name) => name !== 'sw' && name !== 'en'))
      throw fieldProblem(field, 'must be text, or an object with sw and en');
    return '';
  }
  return { ...(sw === '' ? {} : { sw }), ...(en === '' ? {} : { en }) };
}

export function list<Item>(
  value: unknown,
  field: string,
  max: number,
  read: (item: unknown, place: string) => Item,
): readonly Item[] {
  if (isAbsent(value) || value === '') return [];
  if (!Array.isArray(value)) throw fieldProblem(field, 'must be a list');
  if (value.length > max) throw fieldProblem(field, `must have at most ${max} entries`);
  return value.map((item, index) => read(item, `${field}[${index}]`));
}

export function flag(value: unknown, field: string, byDefault: boolean): boolean {
  if (isAbsent(value)) return byDefault;
  if (typeof value !== 'boolean') throw fieldProblem(field, 'must be true or false');
  return value;
}

export function choice<const Words extends readonly string[]>(
  value: unknown,
  field: string,
  words: Words,
  byDefault: Words[number],
): Words[number] {
  if (isAbsent(value) || value === '') return byDefault;
  const found = words.find((word) => word === value);
  if (found === undefined) throw fieldProblem(field, `must be one of ${words.join(', ')}`);
  return found;
}

/** A link that is safe on a page. */
export function webAddress(value: unknown, field: string): string {
  const text = plainText(value, field, siteLimits.sentenceCharactersMax);
  if (text === '') return '';
  const url = parseWebUrl(text);
  // Browsers remove line ends and tabs from an address, so that it would lead elsewhere than its text says.
  if (url === undefined || /\p{Cc}/u.test(text))
    throw fieldProblem(field, 'must be an address like https://example.com/page');
  return isAsWritten.test(text) ? text : url.href;
}

/** The address of a page, without a user name; undefined for any other text. */
export function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

// Other characters are percent-encoded.
const isAsWritten = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;
