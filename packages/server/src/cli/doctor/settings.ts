import { nearestWord } from '../../kernel/language/near-word.ts';
import type { Environment } from '../../setup/config.ts';
import type { Setting } from '../../setup/setting.ts';
import { settings } from '../../setup/settings.ts';
import { type Finding, missing, ok } from './doctor-check.ts';

const prefix = /^BARAZA_/;

const settingNames = Object.values<Setting<unknown>>(settings).map(({ name }) => name);

// Without what most names begin with, which would hide how different two short ones are.
const byWord = new Map(settingNames.map((name) => [name.replace(prefix, ''), name]));

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

/** Environment variables that look like a setting, with the one that was probably meant if one is similar enough. */
export function unknownSettings(environment: Environment) {
  return Object.keys(environment)
    .filter((variable) => environment[variable]?.trim())
    .filter((variable) => prefix.test(variable) && !settingNames.includes(variable))
    .map((variable) => {
      const near = nearestWord(variable.replace(prefix, ''), [...byWord.keys()]);
      return { variable, meant: near && byWord.get(near) };
    });
}
