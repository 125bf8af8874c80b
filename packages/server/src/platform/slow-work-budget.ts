/** CPU budget per owner for slow work (token bucket): enough for mistakes, too little to hold up others. */
interface SlowWorkBudget {
  /** False while the budget is used up; it refills with time. */
  readonly hasLeft: (ownerId: string) => boolean;
  /** Spent milliseconds that have not been refilled yet. */
  readonly spent: (ownerId: string) => number;
  readonly spend: (ownerId: string, ms: number) => void;
}

// All work counts, however short: a thousand short checks cost as much as a long one.
const capacityMs = 2_000;
const returnedMsPerSecond = 200;
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
    spent: spentBy,
    spend: (ownerId, ms) => {
      const total = spentBy(ownerId) + ms;
      if (spent.size >= ownersMax) spent.clear();
      spent.set(ownerId, { ms: total, atMs: now() });
    },
  };
}
