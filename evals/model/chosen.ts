/** Selects the questions for the model evaluation. */
import type { Prepared } from '../../packages/server/src/answers/find/prepared.ts';
import type { Ask } from '../../packages/server/src/answers/knowledge.ts';
import type { SetBusiness } from '../../training/question-sets.ts';
import { type Asked, askBusiness } from '../businesses/ask-business.ts';
import { heldOutBusinesses } from '../businesses/held-out.ts';
import type { ReadTimed } from '../businesses/readings.ts';
import { type BusinessSite, siteOf } from '../businesses/site.ts';
import type { Vectors } from '../vectors.ts';

export interface Chosen {
  /** `n-m`: the number of the business, and of the question in it. */
  readonly id: string;
  readonly set: SetBusiness;
  readonly site: BusinessSite;
  readonly prepared: Prepared;
  readonly ask: Ask;
  /** The result of the engine alone. */
  readonly asked: Asked;
}

/** Asks every fourth held-out business. */
export async function askAll(vectors: Vectors | undefined, read: ReadTimed): Promise<Chosen[]> {
  const sets = heldOutBusinesses().filter((_, index) => index % 4 === 0);
  const all: Chosen[] = [];
  for (const [number, set] of sets.entries()) {
    const site = siteOf(set);
    const asked = await askBusiness(set, site, vectors, read);
    for (const [at, one] of asked.entries())
      all.push({
        id: `${number + 1}-${at + 1}`,
        set,
        site,
        asked: one,
        prepared: one.prepared,
        ask: one.ask,
      });
  }
  return all;
}

/** `count` items, evenly spread over the list. */
export function spread<Item>(list: readonly Item[], count: number): readonly Item[] {
  const step = list.length / count;
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, at) => list[Math.floor(at * Math.max(1, step))],
  ).filter((item): item is Item => item !== undefined);
}
