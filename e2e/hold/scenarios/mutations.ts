/** The server broken on purpose, one operator at a time: how many of the faults the tests find. */
import { linesOf, tryMutations } from '../../../tools/mutations.ts';
import { type Scenario, scenario } from '../scenario.ts';

export const mutations: Scenario = scenario({
  name: 'mutations',
  what: `60 random operators of the server are changed one at a time, and the tests that import the changed file
    are run, the nearest first, for at most two minutes each`,
  guarantee: 'the tests find at least two thirds of the faults',
  isLongOnly: true,
  provenAgainst: '',
  engines: ['sqlite'],
  short: { count: 5 },
  long: { count: 60 },
  run: async ({ figures, random }, { count }) => {
    let found = 0;
    await tryMutations({ count, random, secondsMax: 120 }, (result) => {
      if (result.isFound) found += 1;
      for (const line of linesOf(result)) figures.log(line);
    });
    figures.atLeast('faults found', found, Math.ceil((count * 2) / 3));
  },
});
