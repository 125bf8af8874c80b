import type { IncomingMessage } from 'node:http';
import { isObject } from '../../kernel/json/is-object.ts';
import { assertName } from '../../kernel/json/json.ts';
import { invalid } from '../../kernel/problem.ts';
import { decodedPairs } from '../query.ts';
import { intakeOf } from './body-budget.ts';
import { readBytes, readJson } from './json-body.ts';
import { type Part, readParts, readSmall } from './multipart.ts';

type FormFields = { readonly [name: string]: unknown };

/** Whether a body of this type holds the fields of an HTML form. */
export function isFieldsType(contentType: string | undefined): boolean {
  return multipart.test(contentType ?? '') || urlencoded.test(contentType ?? '');
}

const multipart = /^\s*multipart\/form-data\s*;/i;
const urlencoded = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Reads a form: JSON as it is, else fields as text, with a list for a repeated name. Files are
 * refused; an empty file input is ignored.
 */
export async function readForm(request: IncomingMessage, bytesMax: number): Promise<FormFields> {
  const type = request.headers['content-type'] ?? '';
  if (multipart.test(type)) return readFields(request, bytesMax);
  if (urlencoded.test(type)) {
    const text = utf8(await readBytes(request, bytesMax));
    return collectFields(decodedPairs(text, 'The form'));
  }
  const { value } = await readJson(request, bytesMax);
  if (isObject(value)) return value;
  throw invalid('The entry must be a JSON object.');
}

async function readFields(request: IncomingMessage, bytesMax: number): Promise<FormFields> {
  const pairs: (readonly [string, string])[] = [];
  const { admit } = intakeOf(request);
  await readParts(request, bytesMax, async (part) => {
    const bytes = await readSmall(part.content, bytesMax, admit);
    if (isLeftEmpty(part, bytes)) return;
    if (part.fileName !== undefined || bytes === undefined)
      throw invalid('This form accepts fields, but no files.');
    pairs.push([part.name, utf8(bytes)]);
  });
  return collectFields(pairs);
}

// What a browser sends for an empty file input.
function isLeftEmpty(part: Part, bytes: Buffer | undefined): boolean {
  return part.fileName === '' && bytes?.length === 0;
}

function collectFields(pairs: Iterable<readonly [string, string]>): FormFields {
  // Without a prototype `__proto__` is a name like any other.
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    if (name.includes('\0') || value.includes('\0')) throw invalid('The form must have no NUL.');
    assertName(name);
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  }
  if (Object.keys(fields).length === 0) throw invalid('The form has no fields.');
  return fields;
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid('The form must be UTF-8.', { cause });
  }
}
