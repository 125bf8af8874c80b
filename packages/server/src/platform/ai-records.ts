/** A JSON object as a piece of information that can be found and quoted. */
import type { JsonObject } from '@baraza/contract';
import type { EntryKind } from '../answers/answers.ts';

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
  const lines = Object.entries(record).flatMap(([field, value]) =>
    field === name ? [] : told(field, value, 0),
  );
  return {
    kind: 'fact',
    title: name === undefined ? '' : String(record[name]),
    text: lines.join('\n'),
  };
}

/** A JSON document: each object of its lists is a piece of its own, the rest is told together. */
export function jsonParts(value: unknown, title: string): readonly Part[] {
  const parts: Part[] = [];
  const rest = apart(value, parts, 0);
  const text = told('', rest, 0).join('\n');
  return text === '' ? parts : [{ kind: 'document', title, text }, ...parts];
}

const depthMax = 16;

/** What is left of a value when the objects of its lists are taken out. */
function apart(value: unknown, parts: Part[], depth: number): unknown {
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    if (objects.length === 0) return value;
    for (const object of objects) {
      const part = recordPart(object);
      if (part.text !== '' || part.title !== '')
        parts.push({ ...part, text: part.text || part.title });
    }
    return value.filter((item) => !isObject(item));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, apart(item, parts, depth + 1)]),
  );
}

/** `address.city: Kisumu`: the lines that tell a value by its place. */
function told(place: string, value: unknown, depth: number): readonly string[] {
  const line = (text: string) => [place === '' ? text : `${place}: ${text}`];
  if (typeof value === 'string') return value.trim() === '' ? [] : line(value);
  if (typeof value === 'number' || typeof value === 'boolean') return line(String(value));
  if (depth > depthMax) return [];
  if (Array.isArray(value)) {
    const plain = value.filter((item) => typeof item === 'string' || typeof item === 'number');
    const others = value.filter((item) => typeof item === 'object' && item !== null);
    return [
      ...(plain.length === 0 ? [] : line(plain.join(', '))),
      ...others.flatMap((item) => told(place, item, depth + 1)),
    ];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, item]) =>
    told(place === '' ? field : `${place}.${field}`, item, depth + 1),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
