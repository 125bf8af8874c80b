import { race } from './race.ts';

/** Closes what was opened, in reverse order, exactly once. */
export type Lifecycle = ReturnType<typeof createLifecycle>;

interface LifecycleOptions {
  /** Time for all stops together. */
  readonly limitMs?: number;
  /** Called for each stop that has not ended in time; the next one runs then. */
  readonly onLate?: (name: string) => void;
  readonly monotonicMs?: () => number;
}

// After the limit each remaining stop still gets a moment, such as for closing the database.
const lastMs = 200;

export function createLifecycle({
  limitMs = Infinity,
  onLate = () => {},
  monotonicMs = () => performance.now(),
}: LifecycleOptions = {}) {
  const stops: { readonly name: string; readonly stop: () => Promise<void> | void }[] = [];
  let stopping: Promise<void> | undefined;
  const runAll = async () => {
    const endMs = monotonicMs() + limitMs;
    let failure: unknown;
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
      const { name, stop } = next;
      const leftMs = Math.max(lastMs, endMs - monotonicMs());
      try {
        await race(attempt(stop), withinMs(leftMs), () => onLate(name));
      } catch (cause) {
        failure ??= new Error(`${name} did not stop cleanly`, { cause });
      }
    }
    if (failure !== undefined) throw failure;
  };
  return {
    onStop: (name: string, stop: () => Promise<void> | void) => stops.push({ name, stop }),
    /** Runs every stop, even when one fails or takes too long; the first failure is thrown at the end. */
    stop: () => {
      stopping ??= runAll();
      return stopping;
    },
  };
}

async function attempt(stop: () => Promise<void> | void): Promise<void> {
  await stop();
}

function withinMs(ms: number) {
  return Number.isFinite(ms) ? { limitMs: ms } : {};
}
