/** Converts JSON objects into passages that can be searched and cited. */
import type { EntryKind, JsonObject } from '@baraza/contract';
import { atOnce } from '../../kernel/steps.ts';

/** One passage of a document or a collection, not yet assigned to a source. */
export interface Part {
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  readonly page?: number;
  readonly row?: number;
}

/** A record with question and answer is a FAQ; any other is a fact, written field by field. */
export function recordPart(record: JsonObject): Part {
  const { question, answer } = record;
  if (typeof question === 'string' && typeof answer === 'string')
    return { kind: 'faq', title: question, text: answer };
  const name = ['title', 'name', 'label'].find((field) => typeof record[field] === 'string');
  const budget: LineBudget = { lines: [], left: recordCharacters };
  for (const [field, value] of Object.entries(record))
    if (field !== name) atOnce(appendingLines(field.slice(0, placeCharacters), value, 0, budget));
  return {
    kind: 'fact',
    title: name === undefined ? '' : String(record[name]),
    text: budget.lines.join('\n'),
  };
}

/** Maximum text of one document. */
export const tellingCharacters = 2 * 1024 * 1024;
// Every value is written with its path, so the length of a path is limited.
const recordCharacters = 128 * 1024;
const placeCharacters = 200;

/** A JSON document: each object in a list becomes a passage of its own, the rest is one passage. */
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
  yield* appendingLines('', rest, 0, budget);
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

/** Moves the objects of lists into passages of their own; returns the rest of the value. */
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
  // A map: an object of so many fields as a file may have takes long to be built.
  const rest = new Map<string, unknown>();
  for (const field of Object.keys(value)) {
    yield;
    rest.set(field, yield* splittingObjects(value[field], taken, depth + 1));
  }
  return rest;
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

/** Writes a value as lines like `address.city: Kisumu`, up to the size limit. */
function* appendingLines(
  place: string,
  value: unknown,
  depth: number,
  budget: LineBudget,
): Generator<void, void> {
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
    const plain = yield* joiningPlain(value);
    if (plain !== '') line(plain);
    for (const item of value)
      if (typeof item === 'object' && item !== null) {
        yield;
        yield* appendingLines(place, item, depth + 1, budget);
      }
  } else if (typeof value === 'object' && value !== null)
    for (const [field, item] of value instanceof Map ? value : Object.entries(value)) {
      yield;
      const below = place === '' ? String(field) : `${place}.${field}`;
      yield* appendingLines(below.slice(0, placeCharacters), item, depth + 1, budget);
    }
}

const itemsAtOnce = 4_096;

function* joiningPlain(items: readonly unknown[]): Generator<void, string> {
  const pieces: string[] = [];
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    yield;
    const some = items.slice(from, from + itemsAtOnce);
    const plain = some.filter((item) => typeof item === 'string' || typeof item === 'number');
    if (plain.length > 0) pieces.push(plain.join(', '));
  }
  return pieces.join(', ');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
