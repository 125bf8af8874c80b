/** How the decision carries to a set that it was not learnt from. */
import type { Calibration } from '../packages/server/src/answers/decide.ts';
import { confidenceOfRow } from '../training/fit-decision.ts';
import { type Measures, measure } from './measures.ts';
import type { RowSet } from './rows.ts';

export interface LeftOut {
  readonly name: string;
  readonly measures: Measures;
  /** The least confidence that answered. */
  readonly least: number;
}

export function leaveOneOut(
  sets: readonly RowSet[],
  training: readonly RowSet[],
  fit: (sets: readonly RowSet[]) => Calibration,
): LeftOut[] {
  const fitted = new Map<string, Calibration>();
  return sets.map(({ name, kin, rows }) => {
    const calibration =
      fitted.get(kin) ?? fit([...sets, ...training].filter((set) => set.kin !== kin));
    fitted.set(kin, calibration);
    const least = calibration.least.normal;
    const outcomes = rows.map((row) => {
      const confidence = confidenceOfRow(row, calibration);
      return { ...row, answerable: row.answered, answered: confidence >= least, confidence };
    });
    return { name, measures: measure(outcomes), least };
  });
}
