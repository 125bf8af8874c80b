/** Converts JSON documents into passages that can be searched and cited. */
import { isObject } from './fields/field-values.ts';
import type { HiddenFields } from './fields/hidden-fields.ts';
import { type Part, partLength, withText } from './fields/part.ts';
import { recordPart } from './fields/record-part.ts';

/** Maximum text of one document. */
export const tellingCharacters = 2 * 1024 * 1024;
// Every value is written with its path, so the length of a path is limited.
const placeCharacters = 200;

/** A JSON document: each object in a list becomes a passage of its own, the rest is one passage. */
export function* jsonParts(
  value: unknown,
  title: string,
  partsMax: number,
  hidden: HiddenFields,
): Generator<void, { readonly parts: readonly Part[]; readonly isWhole: boolean }> {
  const collection: PartCollection = {
    parts: [],
    partsMax,
    left: tellingCharacters,
    isWhole: true,
    hidden,
  };
  const budget: LineBudget = { lines: [], left: tellingCharacters, hidden };
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
  readonly hidden: HiddenFields;
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
      addPart(recordPart(taken.hidden.removedFrom(object)), taken);
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
  const whole = withText(part);
  collection.left -= partLength(whole);
  collection.parts.push(whole);
}

interface LineBudget {
  readonly lines: string[];
  left: number;
  readonly hidden: HiddenFields;
}

/** Writes a value as lines like `address.city: Kisumu`, up to the size limit. */
function* appendingLines(
  place: string,
  value: unknown,
  depth: number,
  budget: LineBudget,
): Generator<void, void> {
  if (budget.left <= 0 || budget.hidden.has(place)) return;
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
