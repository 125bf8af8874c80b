/** Encodes record filters as query parameters. */
import type { QueryValues } from '../transport/address.ts';

export type RecordFilters = {
  /** At most five comparisons; all of them must match. */
  readonly where?: Where | undefined;
  /** A substring of any text in the record; case-insensitive. */
  readonly q?: string | undefined;
  /** A path, or `-` and a path for descending order; ties are sorted by id. */
  readonly sort?: string | undefined;
  /** The paths to return of each record. */
  readonly fields?: readonly string[] | undefined;
};

/** By dotted path: the value that it must have, or a comparison. */
export type Where = { readonly [path: string]: Scalar | WhereComparison };

/** Numbers are compared with numbers, times with times, other texts by code point. */
export type WhereComparison = {
  /** Also matches records without the path. */
  readonly ne?: Scalar;
  readonly gt?: string | number | Date;
  readonly gte?: string | number | Date;
  readonly lt?: string | number | Date;
  readonly lte?: string | number | Date;
  /** 1 to 20 values. */
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
    // The server would read an empty list as one empty text.
    if (operand.length === 0) throw new TypeError(`where ${path}: in needs at least one value`);
    return operand.map((item) => itemText(String(item))).join(',');
  }
  if (operand instanceof Date) return operand.toISOString();
  const isCompared = operator !== 'ne' && typeof operand === 'string';
  return isCompared ? comparedText(operand) : String(operand);
}

// Quotes keep a text that looks like a number a text.
function comparedText(text: string): string {
  const needsQuotes = text.startsWith('"') || (text.trim() !== '' && Number.isFinite(Number(text)));
  return needsQuotes ? JSON.stringify(text) : text;
}

function itemText(text: string): string {
  return text.includes(',') || text.startsWith('"') ? JSON.stringify(text) : text;
}
