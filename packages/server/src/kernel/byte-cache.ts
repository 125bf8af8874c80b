/** LRU cache of computed items, bounded in bytes. */
interface ByteCache<Item extends { readonly bytes: number }> {
  /**
   * The item of a name for this stamp (version). Computed when it is not cached; concurrent callers share
   * one computation.
   */
  readonly of: (name: string, stamp: string, make: () => Promise<Made<Item>>) => Promise<Item>;
  /** Replaces the item cached under this stamp; does nothing when it was evicted. */
  readonly replace: (name: string, stamp: string, item: Item) => void;
  readonly bytes: () => number;
}

/** An item with the stamp of what it was made from, which may be newer than what was asked for. */
interface Made<Item> {
  readonly stamp: string;
  readonly item: Item;
}

// Overhead of an entry beside its item: the map, the names, the closures.
const entryBytes = 500;

export function createByteCache<Item extends { readonly bytes: number }>(
  bytesMax: number,
): ByteCache<Item> {
  // A map keeps insertion order, so the first entry is the least recently used.
  const kept = new Map<string, Made<Item>>();
  const making = new Map<string, Promise<Made<Item>>>();
  let bytes = 0;

  const forget = (name: string): void => {
    const made = kept.get(name);
    if (made === undefined) return;
    kept.delete(name);
    bytes -= made.item.bytes + entryBytes;
  };

  const keep = (name: string, made: Made<Item>): void => {
    forget(name);
    // An item larger than the whole cache is returned but not kept.
    if (made.item.bytes + entryBytes > bytesMax) return;
    kept.set(name, made);
    bytes += made.item.bytes + entryBytes;
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) break;
      forget(oldest);
    }
  };

  return {
    bytes: () => bytes,
    replace: (name, stamp, item) => {
      if (kept.get(name)?.stamp === stamp) keep(name, { stamp, item });
    },
    of: async (name, stamp, make) => {
      const found = kept.get(name);
      if (found?.stamp === stamp) {
        kept.delete(name);
        kept.set(name, found);
        return found.item;
      }
      const key = `${name} ${stamp}`;
      let under = making.get(key);
      if (under === undefined) {
        under = make()
          .then((made) => {
            keep(name, made);
            return made;
          })
          .finally(() => making.delete(key));
        making.set(key, under);
      }
      return (await under).item;
    },
  };
}
