/** How long things took, sorted into a fixed set of buckets. */
export type Durations = ReturnType<typeof createDurations>;

export interface DurationCounts {
  readonly count: number;
  readonly sumSeconds: number;
  /** The count of each bucket alone, in the order of `bucketSeconds`; longer durations are only in `count`. */
  readonly buckets: readonly number[];
}

export const bucketSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

export function createDurations() {
  const buckets = bucketSeconds.map(() => 0);
  let count = 0;
  let sumSeconds = 0;
  return {
    observe: (seconds: number) => {
      count += 1;
      sumSeconds += seconds;
      const at = bucketSeconds.findIndex((limit) => seconds <= limit);
      if (at !== -1) buckets[at] = (buckets[at] ?? 0) + 1;
    },
    read: () => ({ count, sumSeconds, buckets }),
  };
}
