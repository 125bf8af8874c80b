/** LRU cache of complete synthesised speech, bounded in bytes. */
export interface SpokenCache {
  readonly get: (name: string) => Spoken | undefined;
  readonly keep: (name: string, spoken: Spoken) => void;
  readonly bytes: () => number;
}

export interface Spoken {
  readonly voice: string;
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

export function createSpokenCache(bytesMax: number): SpokenCache {
  // A Map iterates in insertion order, so the first entry is the least recently used.
  const entries = new Map<string, Spoken>();
  let bytes = 0;
  const forget = (name: string): void => {
    bytes -= entries.get(name)?.samples.byteLength ?? 0;
    entries.delete(name);
  };
  return {
    bytes: () => bytes,
    get: (name) => {
      const found = entries.get(name);
      if (found === undefined) return undefined;
      entries.delete(name);
      entries.set(name, found);
      return found;
    },
    keep: (name, spoken) => {
      if (spoken.samples.byteLength > bytesMax) return;
      forget(name);
      entries.set(name, spoken);
      bytes += spoken.samples.byteLength;
      for (const oldest of entries.keys()) {
        if (bytes <= bytesMax) break;
        forget(oldest);
      }
    },
  };
}
