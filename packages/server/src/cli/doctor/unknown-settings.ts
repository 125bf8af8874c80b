import type { Environment } from '../../config.ts';
import type { Setting } from '../../setting.ts';
import { settings } from '../../settings.ts';

const prefix = 'BARAZA_';

export const settingNames = Object.values<Setting<unknown>>(settings).map(({ name }) => name);

interface UnknownSetting {
  readonly variable: string;
  /** The setting that was probably meant, if one is similar enough. */
  readonly meant: string | undefined;
}

/** Environment variables that look like a setting but are unknown. */
export function unknownSettings(environment: Environment): readonly UnknownSetting[] {
  return Object.keys(environment)
    .filter((variable) => environment[variable]?.trim())
    .filter((variable) => variable.startsWith(prefix) && !settingNames.includes(variable))
    .map((variable) => ({ variable, meant: nearest(variable) }));
}

// A larger edit distance is another word, not a typing error.
const slipMax = 4;
const kinMax = 3;

function nearest(variable: string): string | undefined {
  const word = variable.slice(prefix.length);
  // A partial name: PORT for the ports of both services, or one without its prefix.
  const kin = settingNames.filter((setting) => setting === word || setting.endsWith(`_${word}`));
  if (kin.length > 0 && kin.length <= kinMax) return kin.join(' or ');
  const [best] = settingNames
    .map((setting) => ({ setting, apart: lettersApart(variable, setting) }))
    .toSorted((one, other) => one.apart - other.apart);
  const apartMax = Math.min(slipMax, Math.floor(word.length / 2));
  return best !== undefined && best.apart <= apartMax ? best.setting : undefined;
}

/** Levenshtein distance. */
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
