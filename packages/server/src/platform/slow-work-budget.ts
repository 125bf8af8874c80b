/** How much slow work one owner may cause: enough for mistakes, too little to hold up the others. */
interface SlowWorkBudget {
  /** False while the owner has used up more than comes back with time. */
  readonly hasLeft: (ownerId: string) => boolean;
  readonly spend: (ownerId: string, ms: number) => void;
}

const capacityMs = 1_000;
const returnedMsPerSecond = 100;
// What a large but honest schema takes; only what is slower counts.
const freeMs = 100;
const ownersMax = 1_000;

export function createSlowWorkBudget(now: () => number = () => performance.now()): SlowWorkBudget {
  const spent = new Map<string, { readonly ms: number; readonly atMs: number }>();
  const spentBy = (ownerId: string): number => {
    const last = spent.get(ownerId);
    if (last === undefined) return 0;
    return Math.max(0, last.ms - ((now() - last.atMs) / 1000) * returnedMsPerSecond);
  };
  return {
    hasLeft: (ownerId) => spentBy(ownerId) < capacityMs,
    spend: (ownerId, ms) => {
      if (ms < freeMs) return;
      const total = spentBy(ownerId) + ms;
      if (spent.size >= ownersMax) spent.clear();
      spent.set(ownerId, { ms: total, atMs: now() });
    },
  };
}
