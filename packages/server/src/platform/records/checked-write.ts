/**
 * Changes that need a check by another process, which takes too long for a transaction. The check is made before the
 * transaction, which then only verifies that the check was about what is stored.
 */
import { Problem } from '../../kernel/problem.ts';
import type { Store, Writer } from '../../store/store.ts';

export interface Check<Result> {
  /** Everything that the result depends on. */
  readonly subject: string;
  /** Rejects with the refusal. */
  readonly run: () => Promise<Result>;
}

export interface CheckedWriter extends Writer {
  /** The result of a check, or its refusal. If another check was made, the change starts again. */
  readonly resultOf: <Result>(check: Check<Result> | undefined) => Result | undefined;
}

/** Reads which checks a change will need; all of them are made. */
export type ExpectCheck = () => Promise<ExpectedChecks>;

export type ExpectedChecks = Check<unknown> | readonly Check<unknown>[] | undefined;

const triesMax = 8;

/** Runs a job as one transaction, after the check that it is expected to need. */
export async function writeChecked<Result>(
  store: Store,
  job: (tx: CheckedWriter) => Promise<Result>,
  expect: ExpectCheck = async () => undefined,
): Promise<Result> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const expected = await expect();
    const checks = expected === undefined ? [] : [expected].flat();
    // A refusal counts only if the transaction gets that far: it may have a better reason.
    const outcomes = await Promise.allSettled(checks.map(({ run }) => run()));
    const outcomeOf = new Map(checks.map(({ subject }, at) => [subject, outcomes[at]]));
    const resultOf: CheckedWriter['resultOf'] = (check) => {
      if (check === undefined) return undefined;
      const outcome = outcomeOf.get(check.subject);
      if (outcome === undefined) throw outdated;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value as Awaited<ReturnType<typeof check.run>>;
    };
    try {
      return await store.write((tx) => job({ ...tx, resultOf }));
    } catch (error) {
      if (error !== outdated) throw error;
    }
  }
  throw new Problem('busy', 'This resource keeps changing; try again shortly.');
}

const outdated = new Error('the schema or the record has changed since the check');
