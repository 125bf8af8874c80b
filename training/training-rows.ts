/** The rows of everything the decision is learnt from beside the sets that it is measured by. */
import type { CaseSet } from '../evals/case-set.ts';
import { type RowSet, rowsOf } from '../evals/rows.ts';
import type { Vectors } from '../evals/vectors.ts';
import { inventedSets } from './invented.ts';
import { pseudoSets } from './pseudo-sites.ts';

const casesMax = 2_500;

export async function trainingRows(vectors?: Vectors): Promise<RowSet[]> {
  const invented = vectors ? inventedSets().map(unseen) : inventedSets();
  const sets = [...invented, ...pseudoSets()].map(some);
  const rows: RowSet[] = [];
  for (const set of sets) rows.push(await rowsOf(set, vectors));
  return rows;
}

/**
 * Every eighth business: the encoder learnt the others by heart, and what it says of them tells
 * nothing about a new one.
 */
function unseen({ cases, ...set }: CaseSet): CaseSet {
  return { ...set, cases: cases.filter(({ site }) => Number(site.slice(1)) % 8 === 0) };
}

function some({ cases, ...set }: CaseSet): CaseSet {
  const step = Math.max(1, cases.length / casesMax);
  const isTaken = (index: number) => Math.floor((index + 1) / step) > Math.floor(index / step);
  return { ...set, cases: cases.filter((_, index) => isTaken(index)) };
}
