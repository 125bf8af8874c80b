/** Declared indexes of a resource: which path has which of the five key columns, and the keys of a record. */
import { type JsonObject, limits, type Service } from '@baraza/contract';
import { invalid, type Problem } from '../../kernel/problem.ts';
import type { RecordKeys } from '../../store/platform/records.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { type Entry, entryValue, type RecordPath, readConfigPath } from './query/record-path.ts';
import { sortKey } from './query/sort-key.ts';

export const slots = [1, 2, 3, 4, 5] as const;

interface RecordIndex {
  /** The key column, from 1. */
  readonly slot: number;
  readonly path: string;
  /** False while the keys of older records are being written. */
  readonly isReady: boolean;
}

/** The paths of `config.indexes`; anything else is refused. */
export function indexPaths(service: Service, config: JsonObject): readonly string[] {
  const { indexes } = config;
  if (indexes === undefined || !holdsRecords(service)) return [];
  if (!Array.isArray(indexes) || indexes.length > limits.recordIndexesMax) throw unusable();
  return [...new Set(indexes.map((path) => readConfigPath(path, 'config.indexes', unusable)))];
}

/**
 * The indexes after a change of the config: a path that stays keeps its column. New ones are ready at once
 * if there is no record yet. As text, or null if there are none.
 */
export function assignIndexes(before: string | null, paths: readonly string[], isEmpty: boolean) {
  const kept = readIndexes(before).filter(({ path }) => paths.includes(path));
  const added = paths.filter((path) => kept.every((index) => index.path !== path));
  return assignSlots(
    kept,
    added.map((path) => ({ path, isReady: isEmpty })),
  );
}

/**
 * The ones that stay keep their columns, and the others get the free ones, last those of what is removed. As text, or
 * null if there are none.
 */
export function assignSlots(
  kept: readonly { readonly slot: number }[],
  added: readonly object[],
  removed: readonly { readonly slot: number }[] = [],
): string | null {
  const isIn = (some: readonly { readonly slot: number }[]) => (slot: number) =>
    some.some((one) => one.slot === slot);
  const free = slots
    .filter((slot) => !isIn(kept)(slot))
    .sort((one, other) => Number(isIn(removed)(one)) - Number(isIn(removed)(other)));
  const all = [...kept, ...added.map((one) => ({ slot: free.shift() ?? 0, ...one }))];
  return all.length === 0 ? null : JSON.stringify(all);
}

export function readIndexes(text: string | null): readonly RecordIndex[] {
  return text === null ? [] : (JSON.parse(text) as RecordIndex[]);
}

export function unreadyPaths(text: string | null): readonly string[] {
  return readIndexes(text).flatMap(({ path, isReady }) => (isReady ? [] : [path]));
}

/** Which column has which path, whether ready or not. */
export function assignmentOf(text: string | null): string {
  return readIndexes(text)
    .map(({ slot, path }) => `${slot} ${path}`)
    .join('\n');
}

/** Makes the key columns of a resource's records; undefined if it has no index. */
export function keyMaker(resourceId: string, indexes: string | null) {
  if (indexes === null) return undefined;
  const pathOf = new Map(
    readIndexes(indexes).map(({ slot, path }): [number, RecordPath] => [slot, path.split('.')]),
  );
  return (entry: Entry, record: unknown) =>
    slots.map((slot) => {
      const path = pathOf.get(slot);
      return path === undefined ? null : `${resourceId}${sortKey(entryValue(entry, record, path))}`;
    }) as unknown as RecordKeys;
}

function unusable(): Problem {
  return invalid(
    `config.indexes must be a list of at most ${limits.recordIndexesMax} paths, like ["customer.name"].`,
  );
}
