/** Virtual time: runs events in order; events of the same time run in the order in which they were scheduled. */
export interface Simulation {
  readonly nowMs: () => number;
  readonly after: (delayMs: number, job: () => void) => void;
  /** A job that settles a promise must call this, so that the next event waits for its continuations. */
  readonly settle: () => void;
  /** Runs all events up to `untilMs`, including those that they schedule. */
  readonly run: (untilMs: number) => Promise<void>;
}

interface Planned {
  readonly atMs: number;
  readonly order: number;
  readonly job: () => void;
}

export function createSimulation(): Simulation {
  const heap: Planned[] = [];
  let nowMs = 0;
  let planned = 0;
  let isUnsettled = false;
  const settled = async (): Promise<void> => {
    while (isUnsettled) {
      isUnsettled = false;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    nowMs: () => nowMs,
    after: (delayMs, job) => {
      planned += 1;
      push(heap, { atMs: nowMs + delayMs, order: planned, job });
    },
    settle: () => {
      isUnsettled = true;
    },
    run: async (untilMs) => {
      await settled();
      for (let next = heap[0]; next !== undefined && next.atMs <= untilMs; next = heap[0]) {
        pop(heap);
        nowMs = next.atMs;
        next.job();
        if (isUnsettled) await settled();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
  };
}

function isBefore(one: Planned, other: Planned): boolean {
  return one.atMs === other.atMs ? one.order < other.order : one.atMs < other.atMs;
}

function push(heap: Planned[], added: Planned): void {
  let at = heap.length;
  heap.push(added);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as Planned;
    if (!isBefore(added, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = added;
}

/** Removes the first event. */
function pop(heap: Planned[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const right = child + 1;
    if (right < heap.length && isBefore(heap[right] as Planned, heap[child] as Planned))
      child = right;
    if (!isBefore(heap[child] as Planned, last)) break;
    heap[at] = heap[child] as Planned;
    at = child;
  }
  heap[at] = last;
}
