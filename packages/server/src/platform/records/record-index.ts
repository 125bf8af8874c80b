/** Declared indexes of a resource: which path, or pair of paths, has which key column, and the keys of a record. */
import { type JsonObject, limits, type Service } from '@baraza/contract';
import { pairKey, sortKey } from '../../kernel/formats/sort-key.ts';
import { invalid, type Problem } from '../../kernel/problem.ts';
import type { RecordKeys } from '../../store/platform/records.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { type Entry, entryValue, type RecordPath, readConfigPath } from './query/record-path.ts';

export const slots = [1, 2, 3, 4, 5] as const;

export interface RecordIndex {
  /** The key column, from 1. */
  readonly slot: number;
  readonly path: string;
  /** The second path of a pair. */
  readonly then?: string | undefined;
  /** False while the keys of older records are being written. */
  readonly isReady: boolean;
}

/** What an index is by: one path, or two. */
type IndexPaths = Pick<RecordIndex, 'path' | 'then'>;

/** The paths of `config.indexes`; anything else is refused. */
export function indexPaths(service: Service, config: JsonObject): readonly IndexPaths[] {
  const { indexes } = config;
  if (indexes === undefined || !holdsRecords(service)) return [];
  if (!Array.isArray(indexes) || indexes.length > limits.recordIndexesMax) throw unusable();
  const read = (path: unknown) => readConfigPath(path, 'config.indexes', unusable);
  const all = indexes.map((given): IndexPaths => {
    if (!Array.isArray(given)) return { path: read(given) };
    const [path, then, ...more] = given.map(read);
    if (path === undefined || then === undefined || path === then || more.length > 0)
      throw unusable();
    return { path, then };
  });
  return [...new Map(all.map((index) => [nameOf(index), index])).values()];
}

function nameOf({ path, then }: IndexPaths): string {
  return then === undefined ? path : JSON.stringify([path, then]);
}

/**
 * The indexes after a change of the config: a path that stays keeps its column. New ones are ready at once
 * if there is no record yet. As text, or null if there are none.
 */
export function assignIndexes(
  before: string | null,
  wanted: readonly IndexPaths[],
  isEmpty: boolean,
) {
  const isSame = (one: IndexPaths) => (other: IndexPaths) => nameOf(one) === nameOf(other);
  const kept = readIndexes(before).filter((index) => wanted.some(isSame(index)));
  const added = wanted.filter((index) => !kept.some(isSame(index)));
  return assignSlots(
    kept,
    added.map((index) => ({ ...index, isReady: isEmpty })),
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
  return readIndexes(text).flatMap(({ path, then, isReady }) =>
    isReady ? [] : [then === undefined ? path : `${path},${then}`],
  );
}

/** Which column has which path, whether ready or not. */
export function assignmentOf(text: string | null): string {
  return readIndexes(text)
    .map((index) => `${index.slot} ${nameOf(index)}`)
    .join('\n');
}

/** Makes the key columns of a resource's records; undefined if it has no index. */
export function keyMaker(resourceId: string, indexes: string | null) {
  if (indexes === null) return undefined;
  const indexOf = new Map(
    readIndexes(indexes).map(({ slot, path, then }): [number, readonly RecordPath[]] => [
      slot,
      [path, ...(then === undefined ? [] : [then])].map((each) => each.split('.')),
    ]),
  );
  return (entry: Entry, record: unknown) =>
    slots.map((slot) => {
      const keys = indexOf.get(slot)?.map((path) => sortKey(entryValue(entry, record, path)));
      if (keys === undefined) return null;
      const [first = '', second] = keys;
      return `${resourceId}${second === undefined ? first : pairKey(first, second)}`;
    }) as unknown as RecordKeys;
}

function unusable(): Problem {
  return invalid(
    `config.indexes must be a list of at most ${limits.recordIndexesMax} paths or pairs of paths, ` +
      'like ["customer.name", ["state", "date"]].',
  );
}
