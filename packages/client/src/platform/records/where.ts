/** Encodes record filters as query parameters. */
import type { JsonObject } from '@baraza/contract';
import type { QueryValues } from '../../transport/address.ts';
import type { FieldOf, PathOf, Scalar, ValueAt } from './paths.ts';

export type RecordFilters<Item = JsonObject> = {
  /** At most five comparisons; all of them must match. */
  readonly where?: Where<Item> | undefined;
  /** An expression of the language of rules, like `record.state = "open" || record.total > 5`. */
  readonly filter?: string | undefined;
  /** A substring of any text in the record; case-insensitive. */
  readonly q?: string | undefined;
};

export type RecordOrder<Item = JsonObject, Field extends string = FieldOf<Item>> = {
  /** A path, or `-` and a path for descending order; ties are sorted by id. */
  readonly sort?: SortPath<Item> | `-${SortPath<Item>}` | undefined;
  /** The paths to return of each record. */
  readonly fields?: readonly Field[] | undefined;
};

/** The properties that every record has besides its fields; a field with the same name takes precedence. */
type EntryField = 'recordId' | 'createdAt' | 'updatedAt';

type SortPath<Item> = PathOf<Item> | EntryField;

/** By dotted path: the value that it must have, or a comparison. */
export type Where<Item = JsonObject> = {
  readonly [Path in PathOf<Item>]?: Condition<ValueAt<Item, Path>>;
} & {
  readonly [Path in Exclude<EntryField, PathOf<Item>>]?: Condition<string>;
};

type Condition<Value> = unknown extends Value
  ? Scalar | WhereComparison
  : [Extract<Value, Scalar>] extends [never]
    ? Pick<WhereComparison, 'exists'>
    : Extract<Value, Scalar> | WhereComparison<Extract<Value, Scalar>>;

/** Numbers are compared with numbers, times with times, other texts by code point. */
export type WhereComparison<Value extends Scalar = Scalar> = {
  /** Also matches records without the path. */
  readonly ne?: Value;
  readonly gt?: Ordered<Value>;
  readonly gte?: Ordered<Value>;
  readonly lt?: Ordered<Value>;
  readonly lte?: Ordered<Value>;
  /** 1 to 20 values. */
  readonly in?: readonly Value[];
  readonly exists?: boolean;
};

type Ordered<Value> = Extract<Value, string | number> | (Value extends string ? Date : never);

export function filterQuery({ where = {}, filter, q }: RecordFilters): QueryValues {
  const wheres = Object.entries(where).flatMap(([path, wanted]): [string, string][] => {
    // Leaving the condition out would match every record.
    if (wanted === undefined) throw new TypeError(`where ${path}: the value is undefined`);
    return typeof wanted === 'object' && wanted !== null
      ? comparisons(path, wanted)
      : [[`where.${path}`, String(wanted)]];
  });
  return { filter, q, ...Object.fromEntries(wheres) };
}

export function orderQuery({ sort, fields }: RecordOrder): QueryValues {
  return { sort, fields: fields?.join(',') };
}

function comparisons(path: string, wanted: WhereComparison): [string, string][] {
  return Object.entries(wanted).flatMap(([operator, operand]): [string, string][] => {
    if (operand === undefined) return [];
    return [[`where.${path}.${operator}`, operandText(path, operator, operand)]];
  });
}

function operandText(
  path: string,
  operator: string,
  operand: Exclude<WhereComparison[keyof WhereComparison], undefined>,
): string {
  if (Array.isArray(operand)) {
    // The server would read an empty list as one empty text.
    if (operand.length === 0) throw new TypeError(`where ${path}: in needs at least one value`);
    return operand.map((item) => itemText(String(item))).join(',');
  }
  if (operand instanceof Date) return operand.toISOString();
  const isCompared = operator !== 'ne' && typeof operand === 'string';
  return isCompared ? comparedText(operand) : String(operand);
}

// A text that looks like a number is quoted, so that the server compares it as a text.
function comparedText(text: string): string {
  const needsQuotes = text.startsWith('"') || (text.trim() !== '' && Number.isFinite(Number(text)));
  return needsQuotes ? JSON.stringify(text) : text;
}

function itemText(text: string): string {
  return text.includes(',') || text.startsWith('"') ? JSON.stringify(text) : text;
}
