/** Closes what was opened, in reverse order, exactly once. */
export interface Lifecycle {
  readonly onStop: (name: string, stop: () => Promise<void> | void) => void;
  /** Runs every stop, also when one fails; the first failure is thrown at the end. */
  readonly stop: () => Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const stops: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];
  let stopping: Promise<void> | undefined;
  const runAll = async () => {
    let failure: unknown;
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
      try {
        await next.stop();
      } catch (cause) {
        failure ??= new Error(`${next.name} did not stop cleanly`, { cause });
      }
    }
    if (failure !== undefined) throw failure;
  };
  return {
    onStop: (name, stop) => stops.push({ name, stop }),
    stop: () => {
      stopping ??= runAll();
      return stopping;
    },
  };
}
