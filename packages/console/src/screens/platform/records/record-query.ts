/** The filters, search and order of a list of records. */
import type { ExportRecordsOptions } from '@baraza/client';

const operators = ['is', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const;

type Operator = (typeof operators)[number];

export interface Filter {
  readonly path: string;
  readonly operator: Operator;
  readonly text: string;
}

export interface RecordQuery {
  readonly q: string;
  readonly filters: readonly Filter[];
  /** A path, with `-` in front for descending order; empty for oldest first. */
  readonly sort: string;
  readonly isNewestFirst: boolean;
}

export const everything: RecordQuery = { q: '', filters: [], sort: '', isNewestFirst: false };

/** The query as options of the client. Filters without a path are incomplete and left out. */
export function optionsOf(query: RecordQuery): ExportRecordsOptions {
  const filters = query.filters
    .filter(({ path }) => path.trim() !== '')
    // With the operator in the path, the server reads the value exactly as typed.
    .map(({ path, operator, text }) => [`${path.trim()}${suffixOf(operator, path)}`, text]);
  return {
    where: Object.fromEntries(filters),
    ...(query.q.trim() === '' ? {} : { q: query.q.trim() }),
    ...(query.sort !== '' ? { sort: query.sort } : query.isNewestFirst ? { order: 'newest' } : {}),
  };
}

/** The same as query parameters. */
export function searchOf(query: RecordQuery): Readonly<Record<string, string | undefined>> {
  const { where = {}, q, sort, order } = optionsOf(query);
  const filters = Object.entries(where).map(([path, text]) => [`where.${path}`, String(text)]);
  return { ...Object.fromEntries(filters), q, sort, order };
}

export function isFiltered({ q, filters }: RecordQuery): boolean {
  return q.trim() !== '' || filters.some(({ path }) => path.trim() !== '');
}

// A field named like an operator needs an explicit operator: equality becomes `in` with one value.
function suffixOf(operator: Operator, path: string): string {
  const last = path.trim().split('.').at(-1) ?? '';
  const isLikeOne = (operators as readonly string[]).includes(last) && last !== 'is';
  if (operator !== 'is') return `.${operator}`;
  return isLikeOne ? '.in' : '';
}

/** The next order after a click on a heading: ascending, descending, then by creation. */
export function nextSort(current: string, path: string): string {
  if (current === path) return `-${path}`;
  return current === `-${path}` ? '' : path;
}
