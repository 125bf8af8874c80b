/**
 * What a change of a config needs that takes too long for a transaction: counting accounts, filling columns. It is done
 * before the transaction, which then only verifies that it was done for what is stored.
 */
import { Problem } from '../kernel/problem.ts';

export interface Preparation<Result> {
  /** Everything that the result depends on. */
  readonly subject: string;
  /** Rejects with the refusal. */
  readonly run: () => Promise<Result>;
}

export interface Prepared {
  /** The result of a preparation, or its refusal. If another one was made, the change starts again. */
  readonly resultOf: <Result>(preparation: Preparation<Result>) => Result;
}

const triesMax = 8;

/** Makes all preparations that a change is expected to need, then the change. */
export async function withPreparations<Result>(
  expect: () => Promise<readonly Preparation<unknown>[]>,
  change: (prepared: Prepared) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const expected = await expect();
    // A refusal counts only if the transaction gets that far: it may have a better reason.
    const outcomes = await Promise.allSettled(expected.map(({ run }) => run()));
    const outcomeOf = new Map(expected.map(({ subject }, at) => [subject, outcomes[at]]));
    const resultOf: Prepared['resultOf'] = ({ subject, run }) => {
      const outcome = outcomeOf.get(subject);
      if (outcome === undefined) throw outdated;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value as Awaited<ReturnType<typeof run>>;
    };
    try {
      return await change({ resultOf });
    } catch (error) {
      if (error !== outdated) throw error;
    }
  }
  throw new Problem('busy', 'This resource keeps changing; try again shortly.');
}

/** Thrown by a change or a preparation that has to start again. */
export const outdated = new Error('what was prepared is not what is stored');
