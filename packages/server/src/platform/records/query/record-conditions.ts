/** `where.<path>` and its operators: each as a predicate, and as ranges of sort keys where an index could find it. */
import { limits, type WhereOperator, whereOperators } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';
import { isIndex, type RecordPath, readPath } from './record-path.ts';
import { compareKeys, isCut, kindOf, numberKey, sortKey, textKey, timeKey } from './sort-key.ts';

export interface Condition {
  readonly pathText: string;
  readonly path: RecordPath;
  readonly matches: (value: unknown) => boolean;
  /** A quick look at the stored text that rules most records out. */
  readonly mayMatch: (recordText: string) => boolean;
  /** Where the sort keys of all matches lie; undefined where they may lie anywhere. */
  readonly ranges: readonly KeyRange[] | undefined;
  /** Whether everything in these ranges matches. */
  readonly isExact: boolean;
}

/** From one sort key to another. */
export interface KeyRange {
  readonly from: string;
  readonly isFromOpen?: boolean;
  readonly to: string;
  readonly isToOpen?: boolean;
}

/** `name` is what stands behind `where.`; its last step may be an operator. */
export function readCondition(name: string, operand: string): Condition {
  const steps = readPath(name, 'where');
  const operator = whereOperators.find((known) => known === steps.at(-1));
  if (operator === undefined || steps.length === 1) return equality(name, steps, [operand]);
  const path = steps.slice(0, -1);
  return conditions[operator](path.join('.'), path, operand);
}

const conditions: {
  readonly [operator in WhereOperator]: (
    pathText: string,
    path: RecordPath,
    operand: string,
  ) => Condition;
} = {
  in: (pathText, path, operand) => equality(pathText, path, readItems(operand)),
  // Everything that equality does not find, so that both together are all records.
  ne: (pathText, path, operand) => ({
    pathText,
    path,
    matches: (value) => scalarText(value) !== operand,
    mayMatch: () => true,
    ranges: undefined,
    isExact: false,
  }),
  exists: (pathText, path, operand) => {
    if (operand !== 'true' && operand !== 'false')
      throw new Problem('invalid', `where.${pathText}.exists must be true or false.`);
    const isWanted = operand === 'true';
    return {
      pathText,
      path,
      matches: (value) => (value !== undefined) === isWanted,
      mayMatch: () => true,
      ranges: isWanted
        ? [{ from: kindOf.null, to: endOf(kindOf.compound), isToOpen: true }]
        : [{ from: kindOf.missing, to: kindOf.missing }],
      isExact: true,
    };
  },
  gt: (...where) => comparison('gt', ...where),
  gte: (...where) => comparison('gte', ...where),
  lt: (...where) => comparison('lt', ...where),
  lte: (...where) => comparison('lte', ...where),
};

/** The text of a JSON scalar; undefined for lists, objects and what is not there. */
export function scalarText(value: unknown): string | undefined {
  return value === undefined || (typeof value === 'object' && value !== null)
    ? undefined
    : String(value);
}

function equality(pathText: string, path: RecordPath, texts: readonly string[]): Condition {
  const last = path.at(-1) ?? '';
  const name = isIndex(last) ? '' : `${JSON.stringify(last)}:`;
  const values = texts.map(insideQuotes);
  return {
    pathText,
    path,
    matches: (value) => {
      const text = scalarText(value);
      return text !== undefined && texts.includes(text);
    },
    mayMatch: (recordText) =>
      recordText.includes(name) && values.some((value) => recordText.includes(value)),
    ranges: [...new Set(texts.flatMap(keysOfText))].map((key) => ({ from: key, to: key })),
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
function comparison(
  operator: 'gt' | 'gte' | 'lt' | 'lte',
  pathText: string,
  path: RecordPath,
  operand: string,
): Condition {
  const { kind, key, text } = readOperand(operand);
  const isUp = operator === 'gt' || operator === 'gte';
  const isOpen = operator === 'gt' || operator === 'lt';
  const holds = (order: number) => (isUp ? order > 0 : order < 0) || (!isOpen && order === 0);
  const isCutOff = text !== undefined && isCut(text);
  return {
    pathText,
    path,
    matches: (value) => {
      const found = sortKey(value);
      if (!found.startsWith(kind)) return false;
      // Only the beginning of a long text is in its key.
      if (text !== undefined) return holds(compareKeys(value as string, text));
      return holds(compareKeys(found, key));
    },
    mayMatch: () => true,
    ranges: [
      isUp
        ? { from: key, isFromOpen: isOpen && !isCutOff, to: endOf(kind), isToOpen: true }
        : { from: kind, to: key, isToOpen: isOpen && !isCutOff },
    ],
    isExact: !isCutOff,
  };
}

function readOperand(operand: string) {
  const quoted = readQuoted(operand);
  if (quoted !== undefined) return textOperand(quoted);
  const number = readNumber(operand);
  if (number !== undefined) return { kind: kindOf.number, key: numberKey(number), text: undefined };
  const time = timeKey(operand);
  if (time !== undefined) return { kind: kindOf.time, key: time, text: undefined };
  return textOperand(operand);
}

function textOperand(text: string) {
  return { kind: kindOf.text, key: textKey(text), text };
}

/** The beginning of the next kind. */
function endOf(kind: string): string {
  return String(Number(kind) + 1);
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
    throw new Problem(
      'invalid',
      `in takes at most ${limits.recordWhereItemsMax} texts with commas between them.`,
    );
  return items;
}

/** As `JSON.stringify` writes it between the quotes, wherever it stands. */
export function insideQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
