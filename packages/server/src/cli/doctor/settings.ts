import type { Environment } from '../../config.ts';
import type { Setting } from '../../setting.ts';
import { settings } from '../../settings.ts';
import { type Finding, missing, ok } from './doctor-check.ts';

const prefix = 'BARAZA_';

const settingNames = Object.values<Setting<unknown>>(settings).map(({ name }) => name);

/** Lists which settings are set, and variables that look like a misspelt setting. Values are not shown. */
export function examineSettings(environment: Environment): readonly Finding[] {
  const name = 'settings';
  const set = settingNames.filter((setting) => environment[setting]?.trim());
  const found =
    set.length === 0 ? 'all as they are by default' : `${set.join(', ')}; else the defaults`;
  return [
    ok(name, found),
    ...unknownSettings(environment).map(({ variable, meant }) =>
      missing(
        name,
        `${variable} is not a setting and does nothing`,
        meant === undefined ? 'see docs/operating/settings.md' : `perhaps ${meant} was meant`,
      ),
    ),
  ];
}

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
const distanceMax = 4;
const partialMatchesMax = 3;

function nearest(variable: string): string | undefined {
  const word = variable.slice(prefix.length);
  // A partial name: PORT for the ports of both services, or one without its prefix.
  const partial = settingNames.filter(
    (setting) => setting === word || setting.endsWith(`_${word}`),
  );
  if (partial.length > 0 && partial.length <= partialMatchesMax) return partial.join(' or ');
  const [best] = settingNames
    .map((setting) => ({ setting, distance: editDistance(variable, setting) }))
    .toSorted((one, other) => one.distance - other.distance);
  const accepted = Math.min(distanceMax, Math.floor(word.length / 2));
  return best !== undefined && best.distance <= accepted ? best.setting : undefined;
}

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
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
