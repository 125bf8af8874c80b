/**
 * Conditions on records: one tree, which only the database evaluates (`condition-query.ts`). Its leaves are of two
 * kinds, and logic has two values: a leaf that does not apply is false, and `not` of it is true.
 *
 * Leaves of the rules' language (`Comparison`):
 * - A value that is absent or JSON null equals only the word `null` of a rule, not another absent value.
 * - Values are compared within their type: numbers with numbers, texts with texts by code point. Lists and objects
 *   equal nothing and have no order.
 * - `~`: a text contains a text, without regard to the case of A to Z; a list contains a value.
 *
 * Leaves of `where.` (`Where`): a scalar equals its text, and ISO times are compared as instants.
 */
import { hasAtMost } from '@baraza/contract';
import { compareCodePoints } from '../../kernel/formats/code-points.ts';

export type Condition<Of = Operand> =
  | boolean
  | { readonly every: readonly Condition<Of>[] }
  | { readonly some: readonly Condition<Of>[] }
  | { readonly not: Condition<Of> }
  | Comparison<Of>
  | Where;

export interface Comparison<Of = Operand> {
  readonly operator: Operator;
  readonly left: Of;
  readonly right: Of;
}

export type Operator = '=' | '<' | '<=' | '>' | '>=' | '~' | 'in';

/** A constant, or the value at a path of the record. Only names are steps of a path, never numbers. */
export type Operand =
  | { readonly value: unknown }
  | { readonly path: readonly string[]; readonly through?: Reference }
  /** The word `null`. */
  | { readonly isNull: true };

/** The path is one of the record that this record refers to; it has no value if there is none. */
export interface Reference {
  /** Where this record has the id. */
  readonly from: readonly string[];
  readonly resourceId: string;
  /** Whose resource it must be. */
  readonly ownerId: string;
  /** What may be read there. */
  readonly allowed: Condition;
}

/** Numbers in a path are also indexes of lists. A field of the entry is meant if the record has none of that name. */
export interface Where {
  readonly where: readonly string[];
  readonly test:
    | { readonly exists: true }
    /** The text of a scalar is one of these. */
    | { readonly texts: readonly string[] }
    | { readonly operator: '<' | '<=' | '>' | '>='; readonly bound: Bound };
}

/** Only values of the same kind are compared; a time has its sort key. */
export type Bound =
  | { readonly number: number }
  | { readonly time: string }
  | { readonly text: string };

/** A longer text on the right of `~` is contained in nothing: the cost grows with both lengths. */
export const containedCharactersMax = 200;

/** What does not depend on a record is decided, and the rest is simplified around it. */
export function folded(condition: Condition): Condition {
  if (typeof condition === 'boolean' || 'where' in condition) return condition;
  if ('not' in condition) {
    const not = folded(condition.not);
    return typeof not === 'boolean' ? !not : { not };
  }
  if ('every' in condition || 'some' in condition) {
    const isEvery = 'every' in condition;
    const parts = (isEvery ? condition.every : condition.some).map(folded);
    // `false` decides `every`, `true` decides `some`.
    if (parts.includes(!isEvery)) return !isEvery;
    const left = parts.filter((part) => typeof part !== 'boolean');
    if (left.length === 0) return isEvery;
    if (left.length === 1) return left[0] ?? isEvery;
    return isEvery ? { every: left } : { some: left };
  }
  const { operator, left, right } = condition;
  if ('path' in left || 'path' in right) return condition;
  return compare(operator, constantIn(left), constantIn(right));
}

/** All comparisons of a condition, in the order of its text. */
export function comparisonsIn<Of>(condition: Condition<Of>): readonly Comparison<Of>[] {
  if (typeof condition === 'boolean' || 'where' in condition) return [];
  if ('every' in condition) return condition.every.flatMap((one) => comparisonsIn(one));
  if ('some' in condition) return condition.some.flatMap((one) => comparisonsIn(one));
  return 'not' in condition ? comparisonsIn(condition.not) : [condition];
}

// Constants are compared here: whole rules are often decided by the user alone, and what is left of the others shows
// which index has the records. A property test compares this with the databases.

const nullWord = Symbol('null');

function constantIn(operand: Exclude<Operand, { readonly path: unknown }>): unknown {
  return 'isNull' in operand ? nullWord : operand.value;
}

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
