/** Memory budget that all sessions of a process share; `reserve` returns false when it is used up. */
export interface Budget {
  readonly reserve: (bytes: number) => boolean;
  readonly release: (bytes: number) => void;
  readonly usedBytes: () => number;
}

export function createBudget(bytesMax: number): Budget {
  let usedBytes = 0;
  return {
    reserve: (bytes) => {
      if (usedBytes + bytes > bytesMax) return false;
      usedBytes += bytes;
      return true;
    },
    release: (bytes) => {
      usedBytes -= bytes;
    },
    usedBytes: () => usedBytes,
  };
}
