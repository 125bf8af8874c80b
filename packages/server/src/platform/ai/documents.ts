/** Splits documents (plain text, Markdown, CSV, JSON, PDF pages) into passages that can be searched and cited. */

import { csvRows } from '../../kernel/formats/csv.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { parseForeignJson } from '../../kernel/json/plain-names.ts';
import { type HiddenFields, hiddenFields } from './fields/hidden-fields.ts';
import { type Part, partLength, recordPart } from './fields/record-part.ts';

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
  const { parts, add } = createParts();
  let columns: readonly string[] | undefined;
  let row = 0;
  for (const cells of csvRows(text)) {
    row += 1;
    if (columns === undefined) columns = cells;
    else if (!add({ ...recordPart(hidden.removedFrom(rowRecord(columns, cells))), row }))
      return { parts, warning: `Only the first ${row - 2} rows are read.` };
  }
  return { parts };
}

/** The parts of records, up to their limits; `add` says whether there was room. */
function createParts() {
  const parts: Part[] = [];
  let left = documentCharactersMax;
  const add = (part: Part): boolean => {
    if (parts.length >= rowsMax || left <= 0) return false;
    left -= partLength(part);
    if (part.text !== '' || part.title !== '') parts.push(part);
    return true;
  };
  return { parts, add };
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

/** JSON: each object in a list becomes a passage; the rest is one more, of lines like `address.city: Kisumu`. */
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
  const { parts, add } = createParts();
  const lines: string[] = [];
  let linesLeft = documentCharactersMax;
  let isWhole = true;
  const addLine = (path: string, said: string): void => {
    if (linesLeft <= 0 || said.trim() === '') return;
    const line = path === '' ? said : `${path}: ${said}`;
    lines.push(line);
    linesLeft -= line.length + 1;
  };
  /** `isInner`: inside a list of a list, whose objects are no things of their own. */
  const visit = (path: string, inside: unknown, depth: number, isInner = false): void => {
    if (hidden.has(path)) return;
    if (typeof inside === 'number' || typeof inside === 'boolean') addLine(path, String(inside));
    else if (typeof inside === 'string') addLine(path, inside);
    else if (depth > depthMax) return;
    else if (Array.isArray(inside)) {
      const plain = inside.filter((item) => typeof item === 'string' || typeof item === 'number');
      addLine(path, plain.join(', '));
      for (const item of inside)
        if (isObject(item) && !isInner)
          isWhole = isWhole && add(recordPart(hidden.removedFrom(item)));
        else if (typeof item === 'object') visit(path, item, depth + 1, true);
    } else if (isObject(inside))
      for (const [field, item] of Object.entries(inside)) {
        const below = path === '' ? field : `${path}.${field}`;
        visit(below.slice(0, pathCharacters), item, depth + 1, isInner);
      }
  };
  visit('', value, 0);
  const all = [...documentParts(title, lines.join('\n')), ...parts];
  return isWhole && linesLeft > 0
    ? { parts: all }
    : { parts: all, warning: 'Only the first part was read; the rest is left out.' };
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

const depthMax = 16;
