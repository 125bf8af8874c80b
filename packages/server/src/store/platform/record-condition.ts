/**
 * Conditions on records, as rules of access are after the caller is known. Two evaluations: `holds` on one record in
 * memory, `conditionQuery` as SQL (`condition-query.ts`). They agree on every record; a property test compares them.
 *
 * - Logic has two values. A comparison that does not apply is false, and `not` of it is true.
 * - A value that is absent or JSON null equals only the word `null` of a rule, not another absent value.
 * - Values are compared within their type: numbers with numbers, texts with texts by code point. Lists and objects
 *   equal nothing and have no order.
 * - `~`: a text contains a text, without regard to the case of A to Z; a list contains a value.
 */
import { hasAtMost } from '@baraza/contract';
import { compareCodePoints } from '../../kernel/formats/code-points.ts';

export type Condition<Of = Operand> =
  | boolean
  | { readonly every: readonly Condition<Of>[] }
  | { readonly some: readonly Condition<Of>[] }
  | { readonly not: Condition<Of> }
  | Comparison<Of>;

export interface Comparison<Of = Operand> {
  readonly operator: Operator;
  readonly left: Of;
  readonly right: Of;
}

export type Operator = '=' | '<' | '<=' | '>' | '>=' | '~' | 'in';

/** A constant, or the value at a path of the record. Only names are steps of a path, never numbers. */
export type Operand =
  | { readonly value: unknown }
  | { readonly path: readonly string[] }
  /** The word `null`. */
  | { readonly isNull: true };

/** Finds the value at a path; undefined if there is none. */
export type Lookup = (path: readonly string[]) => unknown;

/** A longer text on the right of `~` is contained in nothing: the cost grows with both lengths. */
export const containedCharactersMax = 200;

export function holds(condition: Condition, lookup: Lookup): boolean {
  if (typeof condition === 'boolean') return condition;
  if ('every' in condition) return condition.every.every((one) => holds(one, lookup));
  if ('some' in condition) return condition.some.some((one) => holds(one, lookup));
  if ('not' in condition) return !holds(condition.not, lookup);
  const valueIn = (operand: Operand): unknown => {
    if ('isNull' in operand) return nullWord;
    return 'path' in operand ? lookup(operand.path) : operand.value;
  };
  return compare(condition.operator, valueIn(condition.left), valueIn(condition.right));
}

/** Evaluated if no side needs a record, and simplified around such parts. */
export function simplified(condition: Condition): Condition {
  if (typeof condition === 'boolean') return condition;
  if ('not' in condition) {
    const not = simplified(condition.not);
    return typeof not === 'boolean' ? !not : { not };
  }
  if ('every' in condition || 'some' in condition) {
    const isEvery = 'every' in condition;
    const parts = (isEvery ? condition.every : condition.some).map(simplified);
    // `false` decides `every`, `true` decides `some`.
    if (parts.includes(!isEvery)) return !isEvery;
    const left = parts.filter((part) => typeof part !== 'boolean');
    if (left.length === 0) return isEvery;
    if (left.length === 1) return left[0] ?? isEvery;
    return isEvery ? { every: left } : { some: left };
  }
  const needsRecord = 'path' in condition.left || 'path' in condition.right;
  return needsRecord ? condition : holds(condition, () => undefined);
}

/** All comparisons of a condition, in the order of its text. */
export function comparisonsIn<Of>(condition: Condition<Of>): readonly Comparison<Of>[] {
  if (typeof condition === 'boolean') return [];
  if ('every' in condition) return condition.every.flatMap((one) => comparisonsIn(one));
  if ('some' in condition) return condition.some.flatMap((one) => comparisonsIn(one));
  return 'not' in condition ? comparisonsIn(condition.not) : [condition];
}

const nullWord = Symbol('null');

function compare(operator: Operator, left: unknown, right: unknown): boolean {
  switch (operator) {
    case '=':
      return areEqual(left, right);
    case '~':
      return contains(left, right);
    case 'in':
      return Array.isArray(right) && right.some((item) => areEqual(left, item));
    default: {
      const order = orderOf(left, right);
      if (order === undefined) return false;
      if (order === 0) return operator === '<=' || operator === '>=';
      return order < 0 ? operator.startsWith('<') : operator.startsWith('>');
    }
  }
}

function areEqual(left: unknown, right: unknown): boolean {
  if (left === nullWord || right === nullWord) return isAbsent(left) && isAbsent(right);
  if (isAbsent(left) || typeof left === 'object') return false;
  return left === right;
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === nullWord;
}

function orderOf(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return compareCodePoints(left, right);
}

function contains(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some((item) => areEqual(item, right));
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return (
    hasAtMost(right, containedCharactersMax) && asciiLowerCase(left).includes(asciiLowerCase(right))
  );
}

// As `lower` of SQLite, and that of PostgreSQL in the collation C.
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
