/** Converts JSON documents into passages that can be searched and cited. */
import { isObject } from './fields/field-values.ts';
import type { HiddenFields } from './fields/hidden-fields.ts';
import { type Part, partLength, withText } from './fields/part.ts';
import { recordPart } from './fields/record-part.ts';

/** Maximum text of one document. */
export const documentCharactersMax = 2 * 1024 * 1024;
// Every value is written with its path, so the length of a path is limited.
const pathCharacters = 200;

/** A JSON document: each object in a list becomes a passage, the rest is one more. */
export function jsonParts(
  value: unknown,
  title: string,
  partsMax: number,
  hidden: HiddenFields,
): { readonly parts: readonly Part[]; readonly isWhole: boolean } {
  const collection: PartCollection = {
    parts: [],
    partsMax,
    left: documentCharactersMax,
    isWhole: true,
    hidden,
  };
  const budget: LineBudget = { lines: [], left: documentCharactersMax, hidden };
  appendLines('', splitObjects(value, collection, 0), 0, budget);
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

/** Moves the objects of lists into separate passages; returns the rest of the value. */
function splitObjects(value: unknown, collection: PartCollection, depth: number): unknown {
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    for (const object of value.filter(isObject)) {
      // There is no room for any of the others either.
      if (!collection.isWhole) break;
      addPart(recordPart(collection.hidden.removedFrom(object)), collection);
    }
    return value.filter((item) => !isObject(item));
  }
  if (!isObject(value)) return value;
  // A map keeps `__proto__` as the name of a field.
  return new Map(
    Object.keys(value).map((field) => [field, splitObjects(value[field], collection, depth + 1)]),
  );
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
function appendLines(path: string, value: unknown, depth: number, budget: LineBudget): void {
  if (budget.left <= 0 || budget.hidden.has(path)) return;
  const appendLine = (text: string) => {
    const labelled = path === '' ? text : `${path}: ${text}`;
    budget.lines.push(labelled);
    budget.left -= labelled.length + 1;
  };
  if (typeof value === 'string') {
    if (value.trim() !== '') appendLine(value);
  } else if (typeof value === 'number' || typeof value === 'boolean') appendLine(String(value));
  else if (depth > depthMax) return;
  else if (Array.isArray(value)) {
    const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number');
    const text = plain.join(', ');
    if (text !== '') appendLine(text);
    for (const item of value)
      if (typeof item === 'object' && item !== null) appendLines(path, item, depth + 1, budget);
  } else if (typeof value === 'object' && value !== null)
    for (const [field, item] of value instanceof Map ? value : Object.entries(value)) {
      const below = path === '' ? String(field) : `${path}.${field}`;
      appendLines(below.slice(0, pathCharacters), item, depth + 1, budget);
    }
}
