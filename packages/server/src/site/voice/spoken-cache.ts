import { LRUCache } from 'lru-cache';

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
  const entries = new LRUCache<string, Spoken>({
    maxSize: bytesMax,
    sizeCalculation: ({ samples }) => Math.max(1, samples.byteLength),
  });
  return {
    bytes: () => entries.calculatedSize,
    get: (name) => entries.get(name),
    keep: (name, spoken) => {
      entries.set(name, spoken);
    },
  };
}
