/** Which records are asked for, and in which order. */
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

/** As the API takes it. A filter without a path is not finished yet and is left out. */
export function searchOf(query: RecordQuery): Readonly<Record<string, string>> {
  const filters = query.filters
    .filter(({ path }) => path.trim() !== '')
    .map(({ path, operator, text }) => [`where.${path.trim()}${suffixOf(operator, path)}`, text]);
  return {
    ...Object.fromEntries(filters),
    ...(query.q.trim() === '' ? {} : { q: query.q.trim() }),
    ...(query.sort !== '' ? { sort: query.sort } : query.isNewestFirst ? { order: 'newest' } : {}),
  };
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
