/** The whole corpus: always the same cases, made from one seed. */
import type { World } from './case.ts';
import { changeWorlds, refusalWorld, stateWorld } from './changes.ts';
import { largeWorld, queryWorlds } from './queries.ts';
import { accountWorlds, fieldWorlds, ruleTextWorlds, ruleWorlds } from './rules.ts';
import { schemaWorlds } from './schemas.ts';

const seed = 'baraza 1';

export function corpus(): readonly World[] {
  return [
    ...schemaWorlds(seed, 600),
    ...queryWorlds(seed, { where: 600, sort: 200, search: 200, summary: 200 }),
    largeWorld(seed, 50),
    ...ruleWorlds(seed, 450),
    ...ruleTextWorlds(seed, 120),
    ...fieldWorlds(seed, 120),
    ...accountWorlds(seed, 40),
    ...changeWorlds(seed, { unique: 80, references: 80, changes: 160 }),
    stateWorld(seed, 48),
    refusalWorld(),
  ];
}
