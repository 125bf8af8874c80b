/** Transactions that depend on checks that take too long to hold a transaction open. */
import { Problem } from '../../kernel/problem.ts';
import type { Store, Writer } from '../../store/store.ts';

export type CheckedWriter = Writer & {
  /**
   * The result of a check. Where it is not known yet the transaction is rolled back, the check runs outside of it,
   * and the transaction runs again. The name contains everything that the result depends on.
   */
  readonly checked: <Result>(name: string, check: () => Promise<Result>) => Result;
};

const triesMax = 4;

/** Runs a job as one transaction, again after each check that it turned out to need. */
export async function writeChecked<Result>(
  store: Store,
  job: (tx: CheckedWriter) => Promise<Result>,
): Promise<Result> {
  const results = new Map<string, unknown>();
  const checked: CheckedWriter['checked'] = (name, check) => {
    if (!results.has(name)) throw new CheckNeeded(name, check);
    return results.get(name) as Awaited<ReturnType<typeof check>>;
  };
  for (let tries = 1; tries <= triesMax; tries += 1)
    try {
      return await store.write((tx) => job({ ...tx, checked }));
    } catch (error) {
      if (!(error instanceof CheckNeeded)) throw error;
      results.set(error.name, await error.check());
    }
  // Each try met another schema.
  throw new Problem('busy', 'The config of this resource keeps changing; try again shortly.');
}

class CheckNeeded extends Error {
  override readonly name: string;
  readonly check: () => Promise<unknown>;

  constructor(name: string, check: () => Promise<unknown>) {
    super('a check has to be made first');
    this.name = name;
    this.check = check;
  }
}
