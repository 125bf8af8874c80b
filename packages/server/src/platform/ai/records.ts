/** A JSON object as a piece of information that can be found and quoted. */
import type { EntryKind, JsonObject } from '@baraza/contract';

/** One piece of a document or a collection, before it is known whose it is. */
export interface Part {
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  readonly page?: number;
  readonly row?: number;
}

/** With a question and an answer it is a FAQ; any other is a fact, told field by field. */
export function recordPart(record: JsonObject): Part {
  const { question, answer } = record;
  if (typeof question === 'string' && typeof answer === 'string')
    return { kind: 'faq', title: question, text: answer };
  const name = ['title', 'name', 'label'].find((field) => typeof record[field] === 'string');
  const telling: Telling = { lines: [], left: recordCharacters };
  for (const [field, value] of Object.entries(record))
    if (field !== name) tell(field.slice(0, placeCharacters), value, 0, telling);
  return {
    kind: 'fact',
    title: name === undefined ? '' : String(record[name]),
    text: telling.lines.join('\n'),
  };
}

/** As much as one document is told in. */
export const tellingCharacters = 2 * 1024 * 1024;
// Each value is told with its place: a long name above many values would be told with each of them.
const recordCharacters = 128 * 1024;
const placeCharacters = 200;

/** A JSON document: each object of its lists is a piece of its own, the rest is told together. */
export function* jsonParts(
  value: unknown,
  title: string,
  partsMax: number,
): Generator<void, { readonly parts: readonly Part[]; readonly isWhole: boolean }> {
  const taken: Taken = { parts: [], partsMax, left: tellingCharacters, isWhole: true };
  const telling: Telling = { lines: [], left: tellingCharacters };
  const rest = yield* apart(value, taken, 0);
  yield;
  tell('', rest, 0, telling);
  const text = telling.lines.join('\n');
  return {
    parts: text === '' ? taken.parts : [{ kind: 'document', title, text }, ...taken.parts],
    isWhole: taken.isWhole && telling.left > 0,
  };
}

interface Taken {
  readonly parts: Part[];
  readonly partsMax: number;
  left: number;
  isWhole: boolean;
}

const depthMax = 16;

/** What is left of a value when the objects of its lists are taken out. */
function* apart(value: unknown, taken: Taken, depth: number): Generator<void, unknown> {
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    if (objects.length === 0) return value;
    for (const object of objects) {
      yield;
      // There is no room for any of the others either.
      if (!taken.isWhole) break;
      take(recordPart(object), taken);
    }
    return value.filter((item) => !isObject(item));
  }
  if (!isObject(value)) return value;
  const rest: [string, unknown][] = [];
  for (const [field, item] of Object.entries(value)) {
    yield;
    rest.push([field, yield* apart(item, taken, depth + 1)]);
  }
  return Object.fromEntries(rest);
}

function take(part: Part, taken: Taken): void {
  if (part.text === '' && part.title === '') return;
  if (taken.left <= 0 || taken.parts.length >= taken.partsMax) {
    taken.isWhole = false;
    return;
  }
  const text = part.text || part.title;
  taken.left -= part.title.length + text.length;
  taken.parts.push({ ...part, text });
}

interface Telling {
  readonly lines: string[];
  left: number;
}

/** `address.city: Kisumu`: the lines that tell a value by its place, until there is no room left. */
function tell(place: string, value: unknown, depth: number, telling: Telling): void {
  if (telling.left <= 0) return;
  const line = (text: string) => {
    const told = place === '' ? text : `${place}: ${text}`;
    telling.lines.push(told);
    telling.left -= told.length + 1;
  };
  if (typeof value === 'string') {
    if (value.trim() !== '') line(value);
  } else if (typeof value === 'number' || typeof value === 'boolean') line(String(value));
  else if (depth > depthMax) return;
  else if (Array.isArray(value)) {
    const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number');
    if (plain.length > 0) line(plain.join(', '));
    for (const item of value)
      if (typeof item === 'object' && item !== null) tell(place, item, depth + 1, telling);
  } else if (isObject(value))
    for (const [field, item] of Object.entries(value)) {
      const below = place === '' ? field : `${place}.${field}`;
      tell(below.slice(0, placeCharacters), item, depth + 1, telling);
    }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
