interface BudgetSize {
  readonly capacityMs: number;
  readonly returnedMsPerSecond: number;
}

const ownersMax = 1_000;

/**
 * CPU budget per owner for slow work (token bucket): enough for mistakes, too little to hold up others. All work
 * counts, however short: a thousand short pieces cost as much as a long one.
 */
export function createSlowWorkBudget(
  { capacityMs, returnedMsPerSecond }: BudgetSize,
  now: () => number = () => performance.now(),
) {
  const spent = new Map<string, { readonly ms: number; readonly atMs: number }>();
  const spentBy = (ownerId: string): number => {
    const last = spent.get(ownerId);
    if (last === undefined) return 0;
    return Math.max(0, last.ms - ((now() - last.atMs) / 1000) * returnedMsPerSecond);
  };
  return {
    /** False while the budget is used up; it refills with time. */
    hasLeft: (ownerId: string) => spentBy(ownerId) < capacityMs,
    /** After which time `hasLeft` is true, if nothing more is spent. */
    secondsUntilLeft: (ownerId: string) =>
      Math.max(1, Math.ceil((spentBy(ownerId) - capacityMs) / returnedMsPerSecond + 0.001)),
    /** Spent milliseconds that have not been refilled yet. */
    spent: spentBy,
    spend: (ownerId: string, ms: number) => {
      const total = spentBy(ownerId) + ms;
      if (spent.size >= ownersMax) spent.clear();
      spent.set(ownerId, { ms: total, atMs: now() });
    },
  };
}
