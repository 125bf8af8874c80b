/** Reads the query string of a list of records: its filter, order, page and fields. */

import {
  isId,
  type JsonObject,
  limits,
  type RecordsQuery,
  type WhereOperator,
  whereOperators,
} from '@baraza/contract';
import { foldText } from '../../../kernel/formats/normalized.ts';
import { timeKey } from '../../../kernel/formats/sort-key.ts';
import { invalid } from '../../../kernel/problem.ts';
import { decodeCursor, encodeCursor } from '../../../store/cursor.ts';
import type { Bound, Condition } from '../../../store/platform/record-condition.ts';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { Reader } from '../../../store/store.ts';
import { scoreOf, type WordSearch, wordsOfQuery } from '../record-words.ts';
import { type PickFields, type RecordPath, readFields, readPath } from './record-path.ts';

export interface RecordSearch {
  readonly order: 'oldest' | 'newest';
  readonly sort: RecordSort | undefined;
  /** Best match of the words first, then by id; only without `sort`. */
  readonly isRanked: boolean;
  readonly limit: number | undefined;
  /** The last record of the previous page. */
  readonly after: RecordPlace | undefined;
  readonly filter: RecordFilter;
  readonly fields: PickFields | undefined;
  /** What the caller may read at all. */
  readonly rule: Condition;
  /** Whose share of long reads it uses; that of the owner if not given. */
  readonly account?: string;
  /** Reads the index of words; else the snapshot does. */
  readonly scan?: Reader;
}

/** By the value at a path, then by id, which always goes upwards. */
interface RecordSort {
  readonly pathText: string;
  readonly path: RecordPath;
  readonly isDown: boolean;
}

/** A place in a list; the key is empty if it is ordered by id alone. */
export interface RecordPlace {
  readonly key: string;
  readonly id: string;
}

/** The condition holds, and the text is found. */
export interface RecordFilter {
  readonly condition: Condition;
  /** The paths of the condition. */
  readonly named: readonly NamedPath[];
  /** Folded; some scalar contains it. */
  readonly q: string | undefined;
  /** Instead of `q` if the resource says which fields are searched. */
  readonly words: WordSearch | undefined;
  /** Removes what `q` must not find. */
  readonly hide?: (record: JsonObject) => JsonObject;
}

interface NamedPath {
  readonly path: RecordPath;
  /** Whether it was given as `where.` without an operator. */
  readonly isEquality?: boolean;
}

/** `searched` are the fields of `config.search` that the caller sees; undefined if the config has none. */
export function readRecordsQuery(
  query: RecordsQuery,
  searched?: readonly string[] | undefined,
): RecordSearch {
  const sort = query.sort === undefined ? undefined : readSort(query.sort);
  if (sort !== undefined && query.order !== undefined)
    throw invalid('order cannot be combined with sort; - before the path reverses it.');
  const filter = readFilter(query, searched);
  const ordered = { sort, isRanked: sort === undefined && filter.words !== undefined, filter };
  return {
    order: query.order ?? 'oldest',
    ...ordered,
    limit: query.limit,
    after: readCursor(query.cursor, ordered),
    rule: true,
    fields: query.fields === undefined ? undefined : readFields(query.fields),
  };
}

type Ordered = Pick<RecordSearch, 'sort' | 'isRanked' | 'filter'>;

/** The cursor of the page that starts after this place. */
export function cursorOf(place: RecordPlace, search: Ordered): string {
  const name = nameOf(search);
  return encodeCursor(name === undefined ? place.id : JSON.stringify([name, place.key, place.id]));
}

function readSort(text: string): RecordSort {
  const isDown = text.startsWith('-');
  const pathText = isDown ? text.slice(1) : text;
  return { pathText, path: readPath(pathText, 'sort'), isDown };
}

/** Undefined if a list is ordered by id alone. */
function nameOf({ sort, isRanked, filter }: Ordered): string | undefined {
  if (isRanked) return `?${filter.words?.words.join(' ')}`;
  return sort && `${sort.isDown ? '-' : ''}${sort.pathText}`;
}

// A cursor of another order would skip records silently.
function readCursor(cursor: string | undefined, search: Ordered): RecordPlace | undefined {
  const name = nameOf(search);
  const read = (text: string) => (name === undefined ? idPlace(text) : sortedPlace(text, name));
  const text = decodeCursor(cursor, (place) => read(place) !== undefined);
  return text === undefined ? undefined : read(text);
}

function idPlace(id: string): RecordPlace | undefined {
  return isId('record', id) ? { key: '', id } : undefined;
}

function sortedPlace(text: string, wanted: string): RecordPlace | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [name, key, id] = parts as readonly unknown[];
  if (name !== wanted || typeof key !== 'string' || typeof id !== 'string') return undefined;
  const isPossible = /^[0-7]/.test(key) && key.isWellFormed() && !key.includes('\0');
  return isPossible && isId('record', id) && parts.length === 3 ? { key, id } : undefined;
}

const wherePrefix = 'where.';

/** `where.<path>` compares the value at a path; `q` is words of the searched fields, or part of any scalar's text. */
function readFilter(
  query: { readonly [name: string]: unknown },
  searched: readonly string[] | undefined,
): RecordFilter {
  const wheres = Object.entries(query)
    .filter(([name]) => name.startsWith(wherePrefix))
    .map(([name, value]) => readWhere(name.slice(wherePrefix.length), String(value)));
  if (wheres.length > limits.recordWheresMax)
    throw invalid(`At most ${limits.recordWheresMax} where filters can be given.`);
  const every = wheres.map(({ condition }) => condition);
  const plain = { condition: every.length === 0 || { every }, named: wheres };
  const text = typeof query.q === 'string' && query.q !== '' ? query.q : undefined;
  if (text === undefined) return { ...plain, q: undefined, words: undefined };
  return searched === undefined
    ? { ...plain, q: foldText(text), words: undefined }
    : { ...plain, q: undefined, words: { words: wordsOfQuery(text), fields: searched } };
}

/** The last step of the name may be an operator. */
function readWhere(name: string, operand: string): NamedPath & { readonly condition: Condition } {
  const steps = readPath(name, 'where');
  const operator = whereOperators.find((known) => known === steps.at(-1));
  if (operator === undefined || steps.length === 1)
    return { path: steps, isEquality: true, condition: equality(steps, [operand]) };
  const path = steps.slice(0, -1);
  return { path, condition: comparisons[operator](path, operand) };
}

const comparisons: {
  readonly [operator in WhereOperator]: (path: RecordPath, operand: string) => Condition;
} = {
  in: (path, operand) => equality(path, readItems(operand)),
  // Everything that equality does not find, so that both together are all records.
  ne: (path, operand) => ({ not: equality(path, [operand]) }),
  exists: (path, operand) => {
    if (operand !== 'true' && operand !== 'false')
      throw invalid(`where.${path.join('.')}.exists must be true or false.`);
    const exists: Condition = { where: path, test: { exists: true } };
    return operand === 'true' ? exists : { not: exists };
  },
  gt: (path, operand) => inequality(path, '>', operand),
  gte: (path, operand) => inequality(path, '>=', operand),
  lt: (path, operand) => inequality(path, '<', operand),
  lte: (path, operand) => inequality(path, '<=', operand),
};

function equality(where: RecordPath, texts: readonly string[]): Condition {
  return { where, test: { texts } };
}

/**
 * A number is compared with numbers, an ISO time with times, any other text with texts by code point; in quotes
 * a number is a text.
 */
function inequality(
  where: RecordPath,
  operator: '<' | '<=' | '>' | '>=',
  operand: string,
): Condition {
  return { where, test: { operator, bound: readBound(operand) } };
}

function readBound(operand: string): Bound {
  const quoted = readQuoted(operand);
  if (quoted !== undefined) return { text: quoted };
  const number = readNumber(operand);
  if (number !== undefined) return { number };
  const time = timeKey(operand);
  return time === undefined ? { text: operand } : { time };
}

function readNumber(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function readQuoted(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `paid,sent,"a, b"`: commas split, and quotes keep a text with commas together. */
function readItems(operand: string): readonly string[] {
  const items: string[] = [];
  const item = /"(?:[^"\\]|\\.)*"(?=,|$)|[^,]*/y;
  for (let at = 0; at <= operand.length; at = item.lastIndex + 1) {
    item.lastIndex = at;
    const [text = ''] = item.exec(operand) ?? [];
    items.push(readQuoted(text) ?? text);
  }
  if (items.length > limits.recordWhereItemsMax)
    throw invalid(`in takes at most ${limits.recordWhereItemsMax} texts with commas between them.`);
  return items;
}

/**
 * Searches the text of a record, which no database does alike: the parsed record if it is found there, else undefined.
 * Most records are ruled out without being parsed.
 */
export function createMatcher({ q, words, hide }: RecordFilter): (row: RecordRow) => unknown {
  const mayContain = q === undefined ? () => true : mayContainText(q);
  return ({ record: recordText }) => {
    if (!mayContain(recordText)) return undefined;
    const record: unknown = JSON.parse(recordText);
    const isMatch =
      (words === undefined || scoreOf(record, words) !== undefined) &&
      (q === undefined || containsText(hide?.(record as JsonObject) ?? record, q));
    return isMatch ? record : undefined;
  };
}

// Beyond ASCII case folding depends on neighbouring letters, which may be escaped in the stored text.
function mayContainText(q: string): (recordText: string) => boolean {
  const wanted = JSON.stringify(q).slice(1, -1);
  return (recordText) => !isAscii(recordText) || recordText.toLowerCase().includes(wanted);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
  return /^[\u0000-\u007f]*$/.test(text);
}

function containsText(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return foldText(value).includes(wanted);
  if (typeof value !== 'object' || value === null) return String(value).includes(wanted);
  return Object.values(value).some((item) => containsText(item, wanted));
}
