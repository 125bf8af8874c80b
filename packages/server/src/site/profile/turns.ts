/** Runs jobs of one key one after the other, in the order of asking; jobs of different keys do not wait. */
export type Turns = <Result>(key: string, job: () => Promise<Result>) => Promise<Result>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, job) => {
    const before = last.get(key);
    const mine = (async () => {
      await before;
      return job();
    })();
    // Whoever comes next waits for the end of this one, whatever it is.
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
}
