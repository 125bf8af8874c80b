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
  const budget: LineBudget = { lines: [], left: recordCharacters };
  for (const [field, value] of Object.entries(record))
    if (field !== name) appendLines(field.slice(0, placeCharacters), value, 0, budget);
  return {
    kind: 'fact',
    title: name === undefined ? '' : String(record[name]),
    text: budget.lines.join('\n'),
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
  const collection: PartCollection = {
    parts: [],
    partsMax,
    left: tellingCharacters,
    isWhole: true,
  };
  const budget: LineBudget = { lines: [], left: tellingCharacters };
  const rest = yield* splittingObjects(value, collection, 0);
  yield;
  appendLines('', rest, 0, budget);
  const text = budget.lines.join('\n');
  return {
    parts:
      text === '' ? collection.parts : [{ kind: 'document', title, text }, ...collection.parts],
    isWhole: collection.isWhole && budget.left > 0,
  };
}

interface PartCollection {
  readonly parts: Part[];
  readonly partsMax: number;
  left: number;
  isWhole: boolean;
}

const depthMax = 16;

/** What is left of a value when the objects of its lists are taken out. */
function* splittingObjects(
  value: unknown,
  taken: PartCollection,
  depth: number,
): Generator<void, unknown> {
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    if (objects.length === 0) return value;
    for (const object of objects) {
      yield;
      // There is no room for any of the others either.
      if (!taken.isWhole) break;
      addPart(recordPart(object), taken);
    }
    return value.filter((item) => !isObject(item));
  }
  if (!isObject(value)) return value;
  const rest: [string, unknown][] = [];
  for (const [field, item] of Object.entries(value)) {
    yield;
    rest.push([field, yield* splittingObjects(item, taken, depth + 1)]);
  }
  return Object.fromEntries(rest);
}

function addPart(part: Part, collection: PartCollection): void {
  if (part.text === '' && part.title === '') return;
  if (collection.left <= 0 || collection.parts.length >= collection.partsMax) {
    collection.isWhole = false;
    return;
  }
  const text = part.text || part.title;
  collection.left -= part.title.length + text.length;
  collection.parts.push({ ...part, text });
}

interface LineBudget {
  readonly lines: string[];
  left: number;
}

/** `address.city: Kisumu`: the lines that tell a value by its place, until there is no room left. */
function appendLines(place: string, value: unknown, depth: number, budget: LineBudget): void {
  if (budget.left <= 0) return;
  const line = (text: string) => {
    const labelled = place === '' ? text : `${place}: ${text}`;
    budget.lines.push(labelled);
    budget.left -= labelled.length + 1;
  };
  if (typeof value === 'string') {
    if (value.trim() !== '') line(value);
  } else if (typeof value === 'number' || typeof value === 'boolean') line(String(value));
  else if (depth > depthMax) return;
  else if (Array.isArray(value)) {
    const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number');
    if (plain.length > 0) line(plain.join(', '));
    for (const item of value)
      if (typeof item === 'object' && item !== null) appendLines(place, item, depth + 1, budget);
  } else if (isObject(value))
    for (const [field, item] of Object.entries(value)) {
      const below = place === '' ? field : `${place}.${field}`;
      appendLines(below.slice(0, placeCharacters), item, depth + 1, budget);
    }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
