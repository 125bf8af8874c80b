/** Reads the query string of a list of records: its filter, order, page and fields. */

import {
  isId,
  type JsonObject,
  limits,
  type RecordsQuery,
  type WhereOperator,
  whereOperators,
} from '@baraza/contract';
import { compareCodePoints } from '../../../kernel/formats/code-points.ts';
import { foldText } from '../../../kernel/formats/normalized.ts';
import { invalid } from '../../../kernel/problem.ts';
import { decodeCursor, encodeCursor } from '../../../store/cursor.ts';
import type { Allowed } from '../../../store/platform/record-access.ts';
import { type KeyRange, keyAfter, pointOf } from '../../../store/platform/record-keys.ts';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { Reader } from '../../../store/store.ts';
import { scoreOf, type WordSearch, wordsOfQuery } from '../record-words.ts';
import {
  entryValue,
  isEntryField,
  isIndex,
  type PickFields,
  type RecordPath,
  readFields,
  readPath,
} from './record-path.ts';
import type { RuleRanges } from './rule-ranges.ts';
import { endOfKind, isCut, kindOf, numberKey, sortKey, textKey, timeKey } from './sort-key.ts';

export interface RecordSearch {
  readonly order: 'oldest' | 'newest';
  readonly sort: RecordSort | undefined;
  /** Best first, then by id; only without `sort`. */
  readonly rank: WordSearch | undefined;
  readonly limit: number | undefined;
  /** The last record of the previous page. */
  readonly after: RecordPlace | undefined;
  /** Undefined when every record matches. */
  readonly filter: RecordFilter | undefined;
  readonly fields: PickFields | undefined;
  /** What the caller may read at all, as a condition of the queries; undefined for everything. */
  readonly allowed?: Allowed;
  /** The ranges of index keys that it allows. */
  readonly within?: readonly RuleRanges[];
  /** Whether it may take a long time for one record. */
  readonly isCostly?: boolean;
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

/** All conditions hold, and some scalar contains the text. */
export interface RecordFilter {
  readonly conditions: readonly Condition[];
  /** Folded. */
  readonly q: string | undefined;
  /** Instead of `q` if the resource says which fields are searched. */
  readonly words: WordSearch | undefined;
  /** Removes what `q` must not find. */
  readonly hide?: (record: JsonObject) => JsonObject;
}

export interface Condition {
  readonly pathText: string;
  readonly path: RecordPath;
  /** Whether it was given without an operator. */
  readonly isEquality?: boolean;
  readonly matches: (value: unknown) => boolean;
  /** Rules most records out by their stored text, without parsing it. */
  readonly mayMatch?: (recordText: string) => boolean;
  /** The sort keys of all matches; undefined if they may be any. */
  readonly ranges?: readonly KeyRange[];
  /** Whether everything in these ranges matches. */
  readonly isExact: boolean;
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
  const ordered = { sort, rank: sort === undefined ? filter?.words : undefined };
  return {
    order: query.order ?? 'oldest',
    ...ordered,
    limit: query.limit,
    after: readCursor(query.cursor, ordered),
    filter,
    fields: query.fields === undefined ? undefined : readFields(query.fields),
  };
}

type Ordered = Pick<RecordSearch, 'sort' | 'rank'>;

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
function nameOf({ sort, rank }: Ordered): string | undefined {
  if (rank !== undefined) return `?${rank.words.join(' ')}`;
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
): RecordFilter | undefined {
  const conditions = Object.entries(query)
    .filter(([name]) => name.startsWith(wherePrefix))
    .map(([name, value]) => readCondition(name.slice(wherePrefix.length), String(value)));
  if (conditions.length > limits.recordWheresMax)
    throw invalid(`At most ${limits.recordWheresMax} where filters can be given.`);
  const text = typeof query.q === 'string' && query.q !== '' ? query.q : undefined;
  if (text === undefined)
    return conditions.length === 0 ? undefined : { conditions, q: undefined, words: undefined };
  return searched === undefined
    ? { conditions, q: foldText(text), words: undefined }
    : { conditions, q: undefined, words: { words: wordsOfQuery(text), fields: searched } };
}

/** The last step of the name may be an operator. */
function readCondition(name: string, operand: string): Condition {
  const steps = readPath(name, 'where');
  const operator = whereOperators.find((known) => known === steps.at(-1));
  if (operator === undefined || steps.length === 1)
    return { pathText: name, path: steps, isEquality: true, ...equality(steps, [operand]) };
  const path = steps.slice(0, -1);
  return { pathText: path.join('.'), path, ...comparisons[operator](path, operand) };
}

type Comparison = Omit<Condition, 'path' | 'pathText' | 'isEquality'>;

const comparisons: {
  readonly [operator in WhereOperator]: (path: RecordPath, operand: string) => Comparison;
} = {
  in: (path, operand) => equality(path, readItems(operand)),
  // Everything that equality does not find, so that both together are all records.
  ne: (_, operand) => ({ matches: (value) => scalarText(value) !== operand, isExact: false }),
  exists: (path, operand) => {
    if (operand !== 'true' && operand !== 'false')
      throw invalid(`where.${path.join('.')}.exists must be true or false.`);
    const isWanted = operand === 'true';
    return {
      matches: (value) => (value !== undefined) === isWanted,
      ranges: [
        isWanted ? { from: kindOf.null, to: endOfKind(kindOf.compound) } : pointOf(kindOf.missing),
      ],
      isExact: true,
    };
  },
  gt: (_, operand) => inequality(operand, 'above', 'open'),
  gte: (_, operand) => inequality(operand, 'above', 'closed'),
  lt: (_, operand) => inequality(operand, 'below', 'open'),
  lte: (_, operand) => inequality(operand, 'below', 'closed'),
};

function equality(path: RecordPath, texts: readonly string[]): Comparison {
  const last = path.at(-1) ?? '';
  const name = isIndex(last) ? '' : `${JSON.stringify(last)}:`;
  const values = texts.map(insideQuotes);
  return {
    matches: (value) => {
      const text = scalarText(value);
      return text !== undefined && texts.includes(text);
    },
    mayMatch: (recordText) =>
      isEntryField(path) ||
      (recordText.includes(name) && values.some((value) => recordText.includes(value))),
    ranges: [...new Set(texts.flatMap(keysOfText))].map(pointOf),
    // Two times may be one instant and two texts, and of a long text the key has only the beginning.
    isExact: texts.every((text) => timeKey(text) === undefined && !isCut(text)),
  };
}

/** The keys of all scalars that have this text. */
function keysOfText(text: string): readonly string[] {
  const keys = [timeKey(text) ?? textKey(text)];
  if (readNumber(text) !== undefined && String(Number(text)) === text)
    keys.push(numberKey(Number(text)));
  if (text === 'true' || text === 'false' || text === 'null') keys.push(kindOf[text]);
  return keys;
}

/**
 * A number is compared with numbers, an ISO time with times, any other text with texts by code point; in quotes
 * a number is a text.
 */
function inequality(
  operand: string,
  side: 'above' | 'below',
  bound: 'open' | 'closed',
): Comparison {
  const { kind, key, text } = readOperand(operand);
  const isAbove = side === 'above';
  const isOpen = bound === 'open';
  const holds = (order: number) => (isAbove ? order > 0 : order < 0) || (!isOpen && order === 0);
  // Longer texts may have the key of a cut one: those are decided by their value.
  const isExact = text === undefined || !isCut(text);
  const isKeyOut = isOpen && isExact;
  return {
    matches: (value) => {
      const found = sortKey(value);
      if (!found.startsWith(kind)) return false;
      return holds(
        text === undefined
          ? compareCodePoints(found, key)
          : compareCodePoints(value as string, text),
      );
    },
    ranges: [
      isAbove
        ? { from: isKeyOut ? keyAfter(key) : key, to: endOfKind(kind) }
        : { from: kind, to: isKeyOut ? key : keyAfter(key) },
    ],
    isExact,
  };
}

/** `text` is defined if texts are compared. */
function readOperand(operand: string) {
  const quoted = readQuoted(operand);
  const number = quoted === undefined ? readNumber(operand) : undefined;
  if (number !== undefined) return { kind: kindOf.number, key: numberKey(number), text: undefined };
  const time = quoted === undefined ? timeKey(operand) : undefined;
  if (time !== undefined) return { kind: kindOf.time, key: time, text: undefined };
  const text = quoted ?? operand;
  return { kind: kindOf.text, key: textKey(text), text };
}

/** The text of a JSON scalar; undefined for lists, objects and missing values. */
function scalarText(value: unknown): string | undefined {
  return value === undefined || (typeof value === 'object' && value !== null)
    ? undefined
    : String(value);
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

/** As `JSON.stringify` writes it between the quotes. */
function insideQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Decides what no index can: the parsed record if it matches, else undefined. Most records are ruled out without
 * being parsed.
 */
export function createMatcher({
  conditions,
  q,
  words,
  hide,
}: RecordFilter): (row: RecordRow) => unknown {
  const mayContain = q === undefined ? () => true : mayContainText(q);
  return (row) => {
    const { record: recordText } = row;
    if (!conditions.every(({ mayMatch }) => mayMatch?.(recordText) ?? true)) return undefined;
    if (!mayContain(recordText)) return undefined;
    const record: unknown = JSON.parse(recordText);
    const isMatch =
      conditions.every(({ path, matches }) => matches(entryValue(row, record, path))) &&
      (words === undefined || scoreOf(record, words) !== undefined) &&
      (q === undefined || containsText(hide?.(record as JsonObject) ?? record, q));
    return isMatch ? record : undefined;
  };
}

// Beyond ASCII case folding depends on neighbouring letters, which may be escaped in the stored text.
function mayContainText(q: string): (recordText: string) => boolean {
  const wanted = insideQuotes(q);
  return (recordText) => !isAscii(recordText) || recordText.toLowerCase().includes(wanted);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
  return /^[\u0000-\u007f]*$/.test(text);
}

function containsText(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return foldText(value).includes(wanted);
  const text = scalarText(value);
  if (text !== undefined) return text.includes(wanted);
  return Object.values(value as object).some((item) => containsText(item, wanted));
}
