/** Bytes that all sessions of a process share; who finds none left goes without. */
export interface Budget {
  readonly take: (bytes: number) => boolean;
  readonly give: (bytes: number) => void;
  readonly taken: () => number;
}

export function createBudget(bytesMax: number): Budget {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > bytesMax) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => {
      taken -= bytes;
    },
    taken: () => taken,
  };
}
