/** Filters of records as the query that the server reads. */
import type { QueryValues } from '../transport/address.ts';

export type RecordFilters = {
  /** At most five comparisons, and all of them hold. */
  readonly where?: Where | undefined;
  /** Part of any text in the record, without case. */
  readonly q?: string | undefined;
  /** A path, or `-` and a path for the reverse; then by id. */
  readonly sort?: string | undefined;
  /** What to give of each record, by path. */
  readonly fields?: readonly string[] | undefined;
};

/** By path, with dots between its steps: the scalar that has to stand there, or how it has to compare. */
export type Where = { readonly [path: string]: Scalar | WhereComparison };

/** Numbers compare with numbers, times with times, other texts with texts by code point. */
export type WhereComparison = {
  /** Also of records without the path. */
  readonly ne?: Scalar;
  readonly gt?: string | number | Date;
  readonly gte?: string | number | Date;
  readonly lt?: string | number | Date;
  readonly lte?: string | number | Date;
  /** 1 to 20 of them. */
  readonly in?: readonly Scalar[];
  readonly exists?: boolean;
};

type Scalar = string | number | boolean | null;

export function filterQuery({ where = {}, q, sort, fields }: RecordFilters): QueryValues {
  const wheres = Object.entries(where).flatMap(([path, wanted]) =>
    typeof wanted === 'object' && wanted !== null
      ? comparisons(path, wanted)
      : [[`where.${path}`, String(wanted)]],
  );
  return { q, sort, fields: fields?.join(','), ...Object.fromEntries(wheres) };
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
    // An empty list would be read as the empty text, which is something else than nothing.
    if (operand.length === 0) throw new TypeError(`where ${path}: in needs at least one value`);
    return operand.map((item) => itemText(String(item))).join(',');
  }
  if (operand instanceof Date) return operand.toISOString();
  const isCompared = operator !== 'ne' && typeof operand === 'string';
  return isCompared ? comparedText(operand) : String(operand);
}

// In quotes a text stays a text, whatever it looks like.
function comparedText(text: string): string {
  const looksOtherwise =
    text.startsWith('"') || (text.trim() !== '' && Number.isFinite(Number(text)));
  return looksOtherwise ? JSON.stringify(text) : text;
}

function itemText(text: string): string {
  return text.includes(',') || text.startsWith('"') ? JSON.stringify(text) : text;
}
