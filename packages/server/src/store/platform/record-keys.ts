/** Ranges of the key columns, which have the keys of declared indexes. */
import { type ByEngine, joinQueries, type Query, sql } from '../store.ts';

/** Keys from `from` up to, but without, `to`; in queries they begin with the id of their resource. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** The next possible key: none contains a NUL. */
export function keyAfter(key: string): string {
  return `${key}\u0001`;
}

export function pointOf(key: string): KeyRange {
  return { from: key, to: keyAfter(key) };
}

export function isPoint({ from, to }: KeyRange): boolean {
  return to === keyAfter(from);
}

const columns: readonly Query[] = [sql`key1`, sql`key2`, sql`key3`, sql`key4`, sql`key5`];

export function keyColumn(slot: number): Query {
  const column = columns[slot - 1];
  if (column === undefined) throw new Error(`there is no key column ${slot}`);
  return column;
}

export function isWithin(slot: number, ranges: readonly KeyRange[]): Query {
  return withinAny(keyColumn(slot), ranges);
}

/** The same as a condition beside an index: SQLite does not look for an index of a term. */
export function isBeside(slot: number, ranges: readonly KeyRange[]): Query {
  const term: ByEngine = { sqlite: sql`+`, postgres: sql`` };
  return withinAny(sql`${term}${keyColumn(slot)}`, ranges);
}

function withinAny(column: Query, ranges: readonly KeyRange[]): Query {
  const each = ranges.map(({ from, to }) => sql`(${column} >= ${from} AND ${column} < ${to})`);
  return sql`(${joinQueries(each, ' OR ')})`;
}
