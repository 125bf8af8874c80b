/** The rows of everything the decision is learnt from beside the sets that it is measured by. */
import { type RowSet, rowsOf } from '../evals/rows.ts';
import { inventedSets } from './invented.ts';
import { pseudoSets } from './pseudo-sites.ts';

const casesMax = 2_500;

export function trainingRows(): RowSet[] {
  return [...inventedSets(), ...pseudoSets()].map((set) => rowsOf(set, casesMax));
}
