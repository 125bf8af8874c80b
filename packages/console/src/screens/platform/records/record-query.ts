/** Which records are asked for, and in which order. */
import type { ExportRecordsOptions } from '@baraza/client';

export const operators = ['is', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const;

export type Operator = (typeof operators)[number];

export interface Filter {
  readonly path: string;
  readonly operator: Operator;
  readonly text: string;
}

export interface RecordQuery {
  readonly q: string;
  readonly filters: readonly Filter[];
  /** A path, with `-` before it for downwards; empty: oldest first. */
  readonly sort: string;
  readonly isNewestFirst: boolean;
}

export const everything: RecordQuery = { q: '', filters: [], sort: '', isNewestFirst: false };

/** As the client takes it. A filter without a path is not finished yet and is left out. */
export function optionsOf(query: RecordQuery): ExportRecordsOptions {
  const filters = query.filters
    .filter(({ path }) => path.trim() !== '')
    // The operator is part of the path: so the server reads the value just as it was typed.
    .map(({ path, operator, text }) => [`${path.trim()}${suffixOf(operator, path)}`, text]);
  return {
    where: Object.fromEntries(filters),
    ...(query.q.trim() === '' ? {} : { q: query.q.trim() }),
    ...(query.sort !== '' ? { sort: query.sort } : query.isNewestFirst ? { order: 'newest' } : {}),
  };
}

/** The same as the query of an address. */
export function searchOf(query: RecordQuery): Readonly<Record<string, string | undefined>> {
  const { where = {}, q, sort, order } = optionsOf(query);
  const filters = Object.entries(where).map(([path, text]) => [`where.${path}`, String(text)]);
  return { ...Object.fromEntries(filters), q, sort, order };
}

export function isFiltered({ q, filters }: RecordQuery): boolean {
  return q.trim() !== '' || filters.some(({ path }) => path.trim() !== '');
}

// A field that is called like an operator needs one behind it: equality is then `in` of one.
function suffixOf(operator: Operator, path: string): string {
  const last = path.trim().split('.').at(-1) ?? '';
  const isLikeOne = (operators as readonly string[]).includes(last) && last !== 'is';
  if (operator !== 'is') return `.${operator}`;
  return isLikeOne ? '.in' : '';
}

/** Up, down, and back to the order of their making. */
export function nextSort(current: string, path: string): string {
  if (current === path) return `-${path}`;
  return current === `-${path}` ? '' : path;
}
