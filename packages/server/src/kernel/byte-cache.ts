import { LRUCache } from 'lru-cache';

/** An item with the stamp of what it was made from, which may be newer than what was asked for. */
interface Made<Item> {
  readonly stamp: string;
  readonly item: Item;
}

// Overhead of an entry in addition to its item: the map, the names, the closures.
const entryBytes = 500;

/**
 * LRU cache of computed items, bounded in bytes. An item larger than the whole cache is returned but not kept.
 */
export function createByteCache<Item extends { readonly bytes: number }>(bytesMax: number) {
  const kept = new LRUCache<string, Made<Item>>({
    maxSize: bytesMax,
    sizeCalculation: ({ item }) => item.bytes + entryBytes,
  });
  const making = new Map<string, Promise<Made<Item>>>();
  return {
    /**
     * The item of a name for this stamp (version). Computed when it is not cached; concurrent callers share
     * one computation.
     */
    of: async (name: string, stamp: string, make: () => Promise<Made<Item>>): Promise<Item> => {
      const found = kept.get(name);
      if (found?.stamp === stamp) return found.item;
      const key = `${name} ${stamp}`;
      let made = making.get(key);
      if (made === undefined) {
        made = make().finally(() => making.delete(key));
        making.set(key, made);
        kept.set(name, await made);
      }
      return (await made).item;
    },
  };
}

/** Limits a cache to so many entries. Its `max` would reserve memory for all of them at once: 2 ms for 10,000. */
export function entriesMax(count: number) {
  return { maxSize: count, sizeCalculation: () => 1 } as const;
}
