/** The server broken on purpose, one operator at a time: how many of the faults the tests find. */
import { linesOf, listedMutations, tryMutations } from '../../../tools/mutations.ts';
import { type Scenario, scenario } from '../scenario.ts';

export const mutations: Scenario = scenario({
  name: 'mutations',
  what: `60 operators (such as \`<\` or \`&&\`) in the code of the server, listed in \`tools/mutations.json\`, are
    changed one at a time, and the tests that import the changed file are run, the nearest first, for at most two
    minutes each`,
  guarantee: 'the tests find at least two thirds of the faults',
  isLongOnly: true,
  provenAgainst: '',
  engines: ['sqlite'],
  short: { count: 5 },
  long: { count: 60 },
  run: async ({ figures }, { count }) => {
    let tried = 0;
    let found = 0;
    await tryMutations(listedMutations(count), 120, (result) => {
      tried += 1;
      if (result.isFound) found += 1;
      for (const line of linesOf(result)) figures.log(line);
    });
    figures.note('tried', tried);
    figures.atLeast('faults found', found, Math.ceil((tried * 2) / 3));
  },
});
