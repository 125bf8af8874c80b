/** Splits documents (plain text, Markdown, CSV, JSON, PDF pages) into passages that can be searched and cited. */

import { csvRows } from '../../kernel/formats/csv.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { parseForeignJson } from '../../kernel/json/plain-names.ts';
import { type HiddenFields, hiddenFields } from './fields/hidden-fields.ts';
import { type Part, partLength, recordPart, withText } from './fields/record-part.ts';

export type TextFormat = 'plain' | 'markdown' | 'csv' | 'json';

/** A document as its process reads it. */
export interface DocumentRequest {
  readonly format: TextFormat | 'pdf';
  readonly bytes: Uint8Array;
  readonly title: string;
  /** Paths of the fields that are left out of records. */
  readonly hide: readonly string[];
}

export interface DocumentParts {
  readonly parts: readonly Part[];
  /** Why the result is incomplete. */
  readonly warning?: string;
}

const rowsMax = 5_000;
const partCharacters = 4_000;
// A heading is repeated in every passage below it, so its length is limited.
const headingCharacters = 200;

// One sheet has no more columns than this, and one paragraph of a page no more characters.
const columnsMax = 1_000;
const paragraphCharacters = 64 * 1024;

/** The passages of a text file, whatever its encoding. */
export function splitTextFile({
  format,
  bytes,
  title,
  hide,
}: DocumentRequest & { readonly format: TextFormat }): DocumentParts {
  return splitText(format, decodeText(bytes), title, hiddenFields({ hide }));
}

/** Whether the bytes start with the byte order mark of UTF-16. */
export function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function decodeText(bytes: Uint8Array): string {
  const text = hasUtf16Mark(bytes)
    ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    : decodeUtf8OrWindows1252(bytes);
  return text.replaceAll('\0', '').toWellFormed();
}

function decodeUtf8OrWindows1252(bytes: Uint8Array): string {
  try {
    // A truncated file may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function splitText(
  format: TextFormat,
  text: string,
  title: string,
  hidden = hiddenFields({}),
): DocumentParts {
  switch (format) {
    case 'plain':
      return { parts: documentParts(title, text) };
    case 'markdown':
      return splitMarkdown(text, title);
    case 'csv':
      return splitCsv(text, hidden);
    case 'json':
      return splitJson(text, title, hidden);
  }
}

/** The pages of a PDF file, whose lines are as long as its paper is wide. */
export function splitPages(pages: readonly string[], title: string): readonly Part[] {
  return pages.flatMap((text, index) =>
    documentParts(title, text).map((part) => ({ ...part, page: index + 1 })),
  );
}

/** Plain text: paragraphs grouped into passages of limited size. */
function documentParts(title: string, text: string): readonly Part[] {
  const parts: Part[] = [];
  let open = '';
  const closePart = () => {
    if (open.trim() !== '') parts.push({ kind: 'document', title, text: open.trim() });
    open = '';
  };
  for (const wrapped of text.split(/\r?\n[^\S\n]*\n/)) {
    const paragraph = unwrapLines(wrapped);
    if (open !== '' && open.length + paragraph.length > partCharacters) closePart();
    open += open === '' ? paragraph : `\n\n${paragraph}`;
  }
  closePart();
  return parts;
}

/** Markdown: one passage for each section, titled with the path of its headings. */
function splitMarkdown(text: string, title: string): DocumentParts {
  const parts: Part[] = [];
  const above: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const closeSection = () => {
    const heading = above.filter((name) => name !== '').join(' – ');
    for (const part of documentParts(heading || title, lines.join('\n'))) parts.push(part);
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : '';
    const [, hashes, name] = fence === '' ? (/^ {0,3}(#{1,6})\s+(\S.*)$/.exec(line) ?? []) : [];
    if (hashes === undefined || name === undefined || name.length > headingCharacters)
      lines.push(line);
    else {
      closeSection();
      if (parts.length >= rowsMax)
        return { parts, warning: `Only the first ${rowsMax} sections are read.` };
      above.length = Math.min(above.length, hashes.length - 1);
      while (above.length < hashes.length - 1) above.push('');
      above.push(name.replace(/\s#+\s*$/, '').trim());
    }
  }
  closeSection();
  return { parts };
}

/** CSV: the first row names the columns; every other row is treated as a record. */
function splitCsv(text: string, hidden: HiddenFields): DocumentParts {
  const parts: Part[] = [];
  let columns: readonly string[] | undefined;
  let row = 1;
  let left = documentCharactersMax;
  for (const cells of csvRows(text)) {
    if (columns === undefined) {
      columns = cells;
      continue;
    }
    row += 1;
    if (parts.length >= rowsMax || left <= 0)
      return { parts, warning: `Only the first ${row - 2} rows are read.` };
    const part = recordPart(hidden.removedFrom(rowRecord(columns, cells)));
    left -= partLength(part);
    // With a single column, or only a name in the row, the title is the text.
    if (part.text !== '' || part.title !== '') parts.push({ ...withText(part), row });
  }
  return { parts };
}

function rowRecord(columns: readonly string[], cells: readonly string[]) {
  const fields = cells
    .slice(0, columnsMax)
    .map((cell, index): [string, string] => [fieldName(columns[index] ?? '', index), cell]);
  return Object.fromEntries(fields.filter(([, cell]) => cell !== ''));
}

// Column names with a meaning (question, answer, name) are recognised in any case and spelling.
function fieldName(column: string, index: number): string {
  const known = column.toLowerCase();
  if (['question', 'answer', 'title', 'name', 'label'].includes(known)) return known;
  return column === '' ? `column ${index + 1}` : column;
}

/** JSON: each object in a list becomes a passage, the rest is one more. */
function splitJson(text: string, title: string, hidden: HiddenFields): DocumentParts {
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch {
    return {
      parts: documentParts(title, text),
      warning: 'It is not valid JSON and is read as text.',
    };
  }
  const split: SplitJson = {
    parts: [],
    partsLeft: documentCharactersMax,
    isWhole: true,
    lines: [],
    linesLeft: documentCharactersMax,
    hidden,
  };
  appendLines('', splitObjects(value, split, 0), 0, split);
  const parts = [...documentParts(title, split.lines.join('\n')), ...split.parts];
  return split.isWhole && split.linesLeft > 0
    ? { parts }
    : { parts, warning: 'Only the first part was read; the rest is left out.' };
}

/** Joins hard-wrapped lines; a line that ends early ends a paragraph or an item. */
function unwrapLines(text: string): string {
  if (text.length > paragraphCharacters) return text;
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest < wrappedLine.least || longest > wrappedLine.most) return text;
  const whole: string[] = [];
  let before = '';
  for (const line of lines) {
    const goesOn =
      before !== '' &&
      line !== '' &&
      before.length >= longest * fullLine &&
      !/[.!?:]$/.test(before) &&
      !/^(?:[-•*–]|\d+[.)])\s/.test(line);
    if (goesOn && /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line))
      whole.push((whole.pop() ?? '').slice(0, -1), line);
    else whole.push(`${goesOn ? ' ' : whole.length === 0 ? '' : '\n'}${line}`);
    before = line;
  }
  return whole.join('');
}

// Shorter lines are lists and addresses; longer ones were never hard-wrapped.
const wrappedLine = { least: 40, most: 160 };
// Ragged right margins: a line of a paragraph is rarely much shorter than the longest.
const fullLine = 0.7;

/** Maximum text of one document. */
const documentCharactersMax = 2 * 1024 * 1024;
// Every value is written with its path, so the length of a path is limited.
const pathCharacters = 200;

/** The objects of lists as parts, and the rest as lines. */
interface SplitJson {
  readonly parts: Part[];
  partsLeft: number;
  isWhole: boolean;
  readonly lines: string[];
  linesLeft: number;
  readonly hidden: HiddenFields;
}

const depthMax = 16;

/** Moves the objects of lists into separate passages; returns the rest of the value. */
function splitObjects(value: unknown, split: SplitJson, depth: number): unknown {
  if (depth > depthMax) return undefined;
  if (Array.isArray(value)) {
    for (const object of value.filter(isObject)) {
      // There is no room for any of the others either.
      if (!split.isWhole) break;
      addPart(recordPart(split.hidden.removedFrom(object)), split);
    }
    return value.filter((item) => !isObject(item));
  }
  if (!isObject(value)) return value;
  // A map keeps `__proto__` as the name of a field.
  return new Map(
    Object.keys(value).map((field) => [field, splitObjects(value[field], split, depth + 1)]),
  );
}

function addPart(part: Part, split: SplitJson): void {
  if (part.text === '' && part.title === '') return;
  if (split.partsLeft <= 0 || split.parts.length >= rowsMax) {
    split.isWhole = false;
    return;
  }
  const whole = withText(part);
  split.partsLeft -= partLength(whole);
  split.parts.push(whole);
}

/** Writes a value as lines like `address.city: Kisumu`, up to the size limit. */
function appendLines(path: string, value: unknown, depth: number, split: SplitJson): void {
  if (split.linesLeft <= 0 || split.hidden.has(path)) return;
  const appendLine = (text: string) => {
    const labelled = path === '' ? text : `${path}: ${text}`;
    split.lines.push(labelled);
    split.linesLeft -= labelled.length + 1;
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
      if (typeof item === 'object' && item !== null) appendLines(path, item, depth + 1, split);
  } else if (typeof value === 'object' && value !== null)
    for (const [field, item] of value instanceof Map ? value : Object.entries(value)) {
      const below = path === '' ? String(field) : `${path}.${field}`;
      appendLines(below.slice(0, pathCharacters), item, depth + 1, split);
    }
}
