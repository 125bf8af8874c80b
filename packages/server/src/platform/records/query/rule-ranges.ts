/**
 * Converts a rule to ranges of index keys: every record that the rule allows has its key in them. They only narrow the
 * search; the rule itself stays a condition of the query.
 */
import {
  type Comparison,
  type Condition,
  comparisonsIn,
  type Operand,
} from '../../../store/platform/record-condition.ts';
import { type KeyRange, keyAfter, pointOf } from '../../../store/platform/record-keys.ts';
import { isEntryField } from './record-path.ts';
import { endOfKind, kindOf, numberKey, textKey, timeKey } from './sort-key.ts';

export interface RuleRanges {
  readonly pathText: string;
  readonly ranges: readonly KeyRange[];
}

/** The ranges of a rule: of a comparison, of all parts of `&&`, or of the parts of `||` if they have the same path. */
export function rangesOfRule(condition: Condition): readonly RuleRanges[] {
  if (typeof condition === 'boolean' || 'not' in condition) return [];
  if ('every' in condition) return condition.every.flatMap(rangesOfRule);
  if ('some' in condition) {
    // Alternatives of one path: `record.state = "open" || record.state = "paid"`.
    const [first, ...others] = condition.some.map(rangesOfRule);
    return (first ?? []).flatMap((one) => {
      const same = others.map((other) => other.find(({ pathText }) => pathText === one.pathText));
      if (same.includes(undefined)) return [];
      return [joined(one.pathText, [one, ...same.flatMap((other) => other ?? [])])];
    });
  }
  return comparisonRanges(condition);
}

/** Whether checking a record can take a long time, since whole texts or lists are searched. */
export function isCostly(condition: Condition): boolean {
  return comparisonsIn(condition).some(
    ({ operator, right }) => operator === '~' || (operator === 'in' && 'path' in right),
  );
}

/** This many of the largest records take at most about 25 ms, whatever the rule. */
export const costlyAtOnce = 2;

// As many as `in` of a filter may have.
const rangesMax = 40;

function joined(pathText: string, all: readonly RuleRanges[]): RuleRanges {
  const ranges = all.flatMap((one) => one.ranges);
  return {
    pathText,
    ranges: [...new Map(ranges.map((one) => [JSON.stringify(one), one])).values()],
  };
}

function comparisonRanges({ operator, left, right }: Comparison): readonly RuleRanges[] {
  const isReversed = !('path' in left);
  const [place, other] = isReversed ? [right, left] : [left, right];
  if (!('path' in place) || 'path' in other) return [];
  // `id` has its own column. For a field of the entry an index may have the value of the entry instead of the record.
  if (place.path.join('.') === 'id' || isEntryField(place.path)) return [];
  const ranges = rangesFor(isReversed ? reversed[operator] : operator, other);
  if (ranges === undefined || ranges.length === 0 || ranges.length > rangesMax) return [];
  return [{ pathText: place.path.join('.'), ranges }];
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
    return operator === '=' ? [pointOf(kindOf.missing), pointOf(kindOf.null)] : undefined;
  if (!('value' in other)) return undefined;
  const { value } = other;
  switch (operator) {
    case '=':
      return pointsOf(value);
    case 'in':
      return Array.isArray(value) ? value.flatMap((item) => pointsOf(item) ?? []) : undefined;
    case '<':
    case '<=':
      return bounded(value, (key, kind) => ({ from: kind, to: keyAfter(key) }));
    case '>':
    case '>=':
      return bounded(value, (key, kind) => ({ from: key, to: endOfKind(kind) }));
    case '~':
      return undefined;
  }
}

/** A text that is a time has the key of its instant, so two texts for the same instant have the same key. */
function pointsOf(value: unknown): readonly KeyRange[] | undefined {
  if (typeof value === 'string') return [pointOf(timeKey(value) ?? textKey(value))];
  if (typeof value === 'number') return [pointOf(numberKey(value))];
  if (typeof value === 'boolean') return [pointOf(value ? kindOf.true : kindOf.false)];
  return undefined;
}

/** Rules compare times as texts, but keys order them by instant: so the range of all times is always included. */
function bounded(value: unknown, rangeOf: (key: string, kind: string) => KeyRange) {
  if (typeof value === 'number') return [rangeOf(numberKey(value), kindOf.number)];
  if (typeof value !== 'string') return undefined;
  const times = { from: kindOf.time, to: endOfKind(kindOf.time) };
  return [times, rangeOf(textKey(value), kindOf.text)];
}
