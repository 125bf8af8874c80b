import type { Environment } from '../config.ts';
import type { Setting } from '../setting.ts';
import { settings } from '../settings.ts';
import type { Finding } from './doctor.ts';

const name = 'settings';
const known = Object.values<Setting<unknown>>(settings).map((setting) => setting.name);
// More letters apart than this is another word, not a slip.
const slipMax = 4;

/** Which settings are set, and which variables look like one and are none. Values stay untold. */
export function examineSettings(environment: Environment): readonly Finding[] {
  const given = Object.keys(environment).filter((variable) => environment[variable]?.trim());
  const set = known.filter((setting) => given.includes(setting));
  const strange = given.filter(
    (variable) => variable.startsWith('BARAZA_') && !known.includes(variable),
  );
  return [
    {
      name,
      status: 'ok',
      saw: set.length === 0 ? 'all as they are by default' : `${set.join(', ')}; else the defaults`,
    },
    ...strange.map((variable): Finding => {
      const meant = nearest(variable);
      return {
        name,
        status: 'missing',
        saw: `${variable} is no setting and does nothing`,
        remedy:
          meant === undefined ? 'see docs/operating/settings.md' : `perhaps ${meant} was meant`,
      };
    }),
  ];
}

function nearest(variable: string): string | undefined {
  const [best] = known
    .map((setting) => ({ setting, apart: lettersApart(variable, setting) }))
    .toSorted((one, other) => one.apart - other.apart);
  return best !== undefined && best.apart <= slipMax ? best.setting : undefined;
}

/** How many letters have to be added, taken or changed to make one word the other. */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
