/** Closed and open load: visitors who wait for each answer, and visitors who arrive at a fixed rate. */
import type { Random } from '../../packages/server/test/fixtures/random.ts';

/** `askers` visitors, each of whom starts the next `job` when the last one is done. */
export async function askInTurn<Item>(
  { askers, seconds }: { readonly askers: number; readonly seconds: number },
  job: () => Promise<Item>,
): Promise<{ readonly items: readonly Item[]; readonly seconds: number }> {
  const items: Item[] = [];
  const startedMs = performance.now();
  const asker = async () => {
    while (performance.now() - startedMs < seconds * 1_000) items.push(await job());
  };
  await Promise.all(Array.from({ length: askers }, asker));
  return { items, seconds: (performance.now() - startedMs) / 1_000 };
}

/** Arrivals at random moments (Poisson), on average `perSecond`; resolves when the last is done. */
export async function askOnArrival<Item>(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  random: Random,
  job: () => Promise<Item>,
): Promise<readonly Item[]> {
  const jobs: Promise<Item>[] = [];
  const startedMs = performance.now();
  for (let atMs = 0; atMs < seconds * 1_000; atMs += gapMs(perSecond, random)) {
    const waitMs = startedMs + atMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    jobs.push(job());
  }
  return Promise.all(jobs);
}

function gapMs(perSecond: number, random: Random): number {
  const share = (random.below(1_000_000) + 1) / 1_000_001;
  return (-Math.log(share) * 1_000) / perSecond;
}

/** NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
