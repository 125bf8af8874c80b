/** Which keys of an index the records of a condition have. */

import {
  endOfKind,
  isCut,
  kindOf,
  numberKey,
  textKey,
  timeKey,
} from '../../../kernel/formats/sort-key.ts';
import {
  type Bound,
  type Comparison,
  type Condition,
  comparisonsIn,
  type Operand,
  type Where,
} from '../../../store/platform/record-condition.ts';
import { type KeyRange, keyAfter, pointOf } from '../../../store/platform/record-keys.ts';
import { isEntryField } from './record-path.ts';

/** Every record of a condition has its key at the path in one of the ranges. */
interface PathRanges {
  readonly pathText: string;
  readonly ranges: readonly KeyRange[];
  /** Whether every record with such a key matches. */
  readonly isExact: boolean;
}

/** The ranges of a leaf, or of the parts of `some` if they have the same path. */
export function rangesOf(condition: Condition): PathRanges | undefined {
  if (typeof condition === 'boolean') return undefined;
  if ('where' in condition) return rangesOfWhere(condition);
  if ('operator' in condition) return rangesOfComparison(condition);
  if ('not' in condition) return rangesOfAbsence(condition.not);
  if ('every' in condition) return undefined;
  // Alternatives of one path: `record.state = "open" || record.state = "paid"`.
  const all = condition.some.map(rangesOf);
  const [first] = all;
  if (first === undefined || !all.every((one) => one?.pathText === first.pathText))
    return undefined;
  const ranges = all.flatMap((one) => one?.ranges ?? []);
  const distinct = new Map(ranges.map((range) => [JSON.stringify(range), range]));
  return distinct.size > rangesMax
    ? undefined
    : {
        pathText: first.pathText,
        ranges: [...distinct.values()],
        isExact: all.every((one) => one?.isExact),
      };
}

/** The parts that all must hold. */
export function partsOf(condition: Condition): readonly Condition[] {
  if (condition === true) return [];
  if (typeof condition === 'boolean' || !('every' in condition)) return [condition];
  return condition.every.flatMap(partsOf);
}

/** Whether checking a record can take a long time, since whole texts or lists are searched. */
export function isCostly(condition: Condition): boolean {
  return comparisonsIn(condition).some(
    ({ operator, right }) => operator === '~' || (operator === 'in' && 'path' in right),
  );
}

// As many as `in` of a filter may have.
const rangesMax = 40;

function rangesOfWhere({ where, test }: Where): PathRanges {
  const pathText = where.join('.');
  if ('exists' in test) {
    const ranges = [{ from: kindOf.null, to: endOfKind(kindOf.compound) }];
    return { pathText, ranges, isExact: true };
  }
  if ('texts' in test) {
    const { texts } = test;
    const ranges = [...new Set(texts.flatMap(keysOfText))].map(pointOf);
    // Two times may be one instant and two texts, and of a long text the key has only the beginning.
    const isExact = texts.every((text) => timeKey(text) === undefined && !isCut(text));
    return { pathText, ranges, isExact };
  }
  return { pathText, ...rangeOfBound(test.operator, test.bound) };
}

/** `not exists` is the only negation that has a range. */
function rangesOfAbsence(condition: Condition): PathRanges | undefined {
  if (typeof condition === 'boolean' || !('where' in condition) || !('exists' in condition.test))
    return undefined;
  return {
    pathText: condition.where.join('.'),
    ranges: [pointOf(kindOf.missing)],
    isExact: true,
  };
}

/** The keys of all scalars that have this text. */
function keysOfText(text: string): readonly string[] {
  const keys = [timeKey(text) ?? textKey(text)];
  if (String(Number(text)) === text && Number.isFinite(Number(text)))
    keys.push(numberKey(Number(text)));
  if (text === 'true' || text === 'false' || text === 'null') keys.push(kindOf[text]);
  return keys;
}

function rangeOfBound(operator: '<' | '<=' | '>' | '>=', bound: Bound) {
  const [kind, key] =
    'number' in bound
      ? [kindOf.number, numberKey(bound.number)]
      : 'time' in bound
        ? [kindOf.time, bound.time]
        : [kindOf.text, textKey(bound.text)];
  // Longer texts may have the key of a cut one: those are decided by their value.
  const isExact = !('text' in bound) || !isCut(bound.text);
  const isKeyOut = isExact && (operator === '<' || operator === '>');
  const range = operator.startsWith('>')
    ? { from: isKeyOut ? keyAfter(key) : key, to: endOfKind(kind) }
    : { from: kind, to: isKeyOut ? key : keyAfter(key) };
  return { ranges: [range], isExact };
}

function rangesOfComparison({ operator, left, right }: Comparison): PathRanges | undefined {
  const isReversed = !('path' in left);
  const [place, other] = isReversed ? [right, left] : [left, right];
  if (!('path' in place) || 'path' in other || place.through !== undefined) return undefined;
  // `id` has its own column. For a field of the entry an index may have the value of the entry instead of the record.
  if (place.path.join('.') === 'id' || isEntryField(place.path)) return undefined;
  const found = rangesFor(isReversed ? reversed[operator] : operator, other);
  if (found === undefined || found.ranges.length === 0 || found.ranges.length > rangesMax)
    return undefined;
  return { pathText: place.path.join('.'), ...found };
}

// The operator with its sides exchanged. `in` has no such operator; like `~`, it gives no range.
const reversed = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '~': '~',
  in: '~',
} as const;

function rangesFor(operator: Comparison['operator'], other: Operand) {
  if ('isNull' in other)
    return operator === '='
      ? { ranges: [pointOf(kindOf.missing), pointOf(kindOf.null)], isExact: true }
      : undefined;
  if (!('value' in other)) return undefined;
  const { value } = other;
  if (operator === '=') return pointsOf([value]);
  if (operator === 'in') return Array.isArray(value) ? pointsOf(value) : undefined;
  if (operator === '~') return undefined;
  if (typeof value === 'number') return rangeOfBound(operator, { number: value });
  if (typeof value !== 'string') return undefined;
  // Rules compare times as texts, but keys order them by instant: so the range of all times is always included.
  const times = { from: kindOf.time, to: endOfKind(kindOf.time) };
  return {
    ranges: [times, ...rangeOfBound(operator, { text: value }).ranges],
    isExact: false,
  };
}

/** A text that is a time has the key of its instant, so two texts for the same instant have the same key. */
function pointsOf(values: readonly unknown[]) {
  const keys = values.flatMap((value) => {
    if (typeof value === 'string') return [timeKey(value) ?? textKey(value)];
    if (typeof value === 'number') return [numberKey(value)];
    return typeof value === 'boolean' ? [value ? kindOf.true : kindOf.false] : [];
  });
  const isExact = values.every(
    (value) => typeof value !== 'string' || (timeKey(value) === undefined && !isCut(value)),
  );
  return { ranges: [...new Set(keys)].map(pointOf), isExact };
}
