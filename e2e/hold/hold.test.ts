/** The short form of the scenarios: a small part of each, on SQLite; `npm run hold` plays the long ones. */
import { describe, test } from 'node:test';
import { scenarios } from './scenarios.ts';
import { play } from './stage.ts';

// Each has servers of its own, and most of them wait for theirs.
describe('held from outside', { concurrency: 3 }, () => {
  // What needs several servers has its short form in packages/server/test/several.
  for (const scenario of scenarios.filter(({ engines }) => engines.includes('sqlite')))
    test(scenario.promise, { skip: scenario.skip?.() ?? false }, async (t) => {
      const tell = (line: string) => t.diagnostic(line);
      const options = { engine: 'sqlite', isLong: false, minutes: 0, tell } as const;
      const { seed, failure } = await play(scenario, options);
      t.diagnostic(`seed ${seed}`);
      if (failure !== undefined) throw failure;
    });
});
