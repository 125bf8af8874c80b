/** Fields that an assistant never reveals: they are removed from a record before anything reads it. */
import type { JsonObject, Service } from '@baraza/contract';
import { isObject } from '../../../kernel/json/is-object.ts';
import { plainName } from '../../../kernel/json/plain-names.ts';
import { invalid } from '../../../kernel/problem.ts';
import { wordsOfName } from './field-values.ts';

export type HiddenFields = ReturnType<typeof hiddenFields>;

const fieldsMax = 100;
const pathCharactersMax = 200;

export function hiddenFields({ hide }: JsonObject) {
  const paths = isHide(hide) ? hide.map((path) => path.trim()) : [];
  const hidden = new Set(paths.map(comparable));
  const phrases = paths.flatMap(pricePhrases);
  const has = (path: string) => hidden.has(comparable(path));
  return {
    paths,
    /** Whether the field at a dotted path is hidden; positions in lists are not part of a path. */
    has,
    /** The record without them. */
    removedFrom: (record: JsonObject) =>
      hidden.size === 0 ? record : (without(record, '', has, 0) as JsonObject),
    /** Whether a question asks for a hidden price: another price would be a wrong answer. */
    asksForHiddenPrice: (question: string) => {
      const plain = ` ${wordsOfName(question).join(' ')} `;
      return phrases.some((phrase) => plain.includes(` ${phrase} `));
    },
  };
}

/** Names that differ only in what a name of a file cannot keep are one: rather too much is hidden. */
function comparable(path: string): string {
  return plainName(path).trim().toLowerCase();
}

/** Refused when it is configured: a list that is not understood would hide nothing. */
export function assertHide(service: Service, { hide }: JsonObject): void {
  if (service !== 'ai') return;
  if (hide === undefined || hide === null || isHide(hide)) return;
  throw invalid(
    `config.hide of an assistant must be a list of at most ${fieldsMax} names of fields, such as ` +
      '["costPrice", "supplier.phone"].',
  );
}

function isHide(hide: unknown): hide is readonly string[] {
  return (
    Array.isArray(hide) &&
    hide.length <= fieldsMax &&
    hide.every(
      (path: unknown) =>
        typeof path === 'string' && path.trim() !== '' && path.length <= pathCharactersMax,
    )
  );
}

const depthMax = 16;

function without(
  value: unknown,
  place: string,
  has: (path: string) => boolean,
  depth: number,
): unknown {
  // Deeper values never reach an answer.
  if (depth > depthMax) return null;
  if (Array.isArray(value)) return value.map((item) => without(item, place, has, depth + 1));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([field, inner]) => {
    const path = place === '' ? field : `${place}.${field}`;
    return has(path) ? [] : [[field, without(inner, path, has, depth + 1)]];
  });
  return Object.fromEntries(kept);
}

/** How a hidden price is asked for: `costPrice` as `cost price`, and in the words of both languages. */
function pricePhrases(path: string): readonly string[] {
  const words = wordsOfName(path.split('.').at(-1) ?? '');
  if (words.length < 2 || !words.some((word) => word === 'price' || word === 'bei')) return [];
  const isPurchase = words.some((word) => purchaseWords.has(word));
  return [words.join(' '), ...(isPurchase ? purchasePhrases : [])];
}

const purchaseWords = new Set(
  'cost buying purchase supplier kununua kununulia manunuzi'.split(' '),
);
const purchasePhrases = [
  'cost price',
  'buying price',
  'purchase price',
  'supplier price',
  'bei ya kununua',
  'bei ya kununulia',
  'bei ya manunuzi',
  'bei mnayonunua',
  'bei mliyonunua',
];
