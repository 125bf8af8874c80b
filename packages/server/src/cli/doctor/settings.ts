import type { Environment } from '../../config.ts';
import type { Finding } from './doctor-check.ts';
import { settingNames, unknownSettings } from './unknown-settings.ts';

const name = 'settings';

/** Lists which settings are set, and variables that look like a misspelt setting. Values are not shown. */
export function examineSettings(environment: Environment): readonly Finding[] {
  const set = settingNames.filter((setting) => environment[setting]?.trim());
  return [
    {
      name,
      status: 'ok',
      saw: set.length === 0 ? 'all as they are by default' : `${set.join(', ')}; else the defaults`,
    },
    ...unknownSettings(environment).map(
      ({ variable, meant }): Finding => ({
        name,
        status: 'missing',
        saw: `${variable} is no setting and does nothing`,
        remedy:
          meant === undefined ? 'see docs/operating/settings.md' : `perhaps ${meant} was meant`,
      }),
    ),
  ];
}
