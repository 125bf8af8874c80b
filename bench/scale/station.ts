/** A station of servers with one FIFO queue: the cores of a database, or the thread of a process. */
import type { Simulation } from './events.ts';

export interface Station {
  readonly use: (workMs: number, done: () => void) => void;
  /** Makes new work slower by this factor. */
  readonly slowDown: (factor: number) => void;
  readonly waitingCount: () => number;
  /** Total time that its servers have worked. */
  readonly workedMs: () => number;
}

export function createStation(simulation: Simulation, servers: number): Station {
  const waiting = createQueue<{ readonly workMs: number; readonly done: () => void }>();
  let free = servers;
  let factor = 1;
  let workedMs = 0;
  const start = (workMs: number, done: () => void): void => {
    free -= 1;
    const tookMs = workMs * factor;
    workedMs += tookMs;
    simulation.after(tookMs, () => {
      free += 1;
      const next = waiting.shift();
      if (next !== undefined) start(next.workMs, next.done);
      done();
    });
  };
  return {
    use: (workMs, done) => {
      if (free > 0) start(workMs, done);
      else waiting.push({ workMs, done });
    },
    slowDown: (times) => {
      factor = times;
    },
    waitingCount: waiting.count,
    workedMs: () => workedMs,
  };
}

/** A FIFO queue, because `shift` of a long array is slow. */
export function createQueue<Item>() {
  let items: Item[] = [];
  let first = 0;
  return {
    count: () => items.length - first,
    push: (item: Item): void => {
      items.push(item);
    },
    shift: (): Item | undefined => {
      const item = items[first];
      if (item === undefined) return undefined;
      first += 1;
      if (first > 1_000 && first * 2 > items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
  };
}
