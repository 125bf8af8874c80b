import type { Environment } from '../../config.ts';
import type { Setting } from '../../setting.ts';
import { settings } from '../../settings.ts';

const prefix = 'BARAZA_';

export const settingNames = Object.values<Setting<unknown>>(settings).map(({ name }) => name);

interface UnknownSetting {
  readonly variable: string;
  /** What it is a slip of, where a setting is near enough. */
  readonly meant: string | undefined;
}

/** Variables that look like a setting and are none. */
export function unknownSettings(environment: Environment): readonly UnknownSetting[] {
  return Object.keys(environment)
    .filter((variable) => environment[variable]?.trim())
    .filter((variable) => variable.startsWith(prefix) && !settingNames.includes(variable))
    .map((variable) => ({ variable, meant: nearest(variable) }));
}

// More letters apart than this is another word, not a slip.
const slipMax = 4;
const kinMax = 3;

function nearest(variable: string): string | undefined {
  const word = variable.slice(prefix.length);
  // Half a name: PORT for the ports of both services, or one whose name has no prefix.
  const kin = settingNames.filter((setting) => setting === word || setting.endsWith(`_${word}`));
  if (kin.length > 0 && kin.length <= kinMax) return kin.join(' or ');
  const [best] = settingNames
    .map((setting) => ({ setting, apart: lettersApart(variable, setting) }))
    .toSorted((one, other) => one.apart - other.apart);
  const apartMax = Math.min(slipMax, Math.floor(word.length / 2));
  return best !== undefined && best.apart <= apartMax ? best.setting : undefined;
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
