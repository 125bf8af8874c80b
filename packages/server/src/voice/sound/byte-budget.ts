export type Budget = ReturnType<typeof createBudget>;

/** Memory budget that all sessions of a process share; `reserve` returns false when it is used up. */
export function createBudget(bytesMax: number) {
  let usedBytes = 0;
  return {
    reserve: (bytes: number): boolean => {
      if (usedBytes + bytes > bytesMax) return false;
      usedBytes += bytes;
      return true;
    },
    release: (bytes: number) => {
      usedBytes -= bytes;
    },
    usedBytes: () => usedBytes,
  };
}
