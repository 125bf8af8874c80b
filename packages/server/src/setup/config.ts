import { isLoopback } from '../kernel/formats/loopback.ts';
import { nearestWord } from '../kernel/language/near-word.ts';
import { invalid } from '../kernel/problem.ts';
import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

type Settings = {
  readonly [field in keyof typeof settings]: ReturnType<(typeof settings)[field]['parse']>;
};

/** Everything the environment decides, read once and nowhere else; `settings.ts` says what each means. */
export interface Config extends Omit<Settings, 'plan' | 'demo'> {
  /** Whether other machines can reach it. */
  readonly isPublic: boolean;
  readonly plan: string;
  readonly demo: boolean;
  readonly nodeVersion: string;
}

export type Environment = { readonly [name: string]: string | undefined };

/** The environment of this process; read only here. */
export const ownEnvironment: Environment = process.env;

/** A wrong value stops the start with one sentence that names the setting. */
export function readConfig(environment: Environment): Config {
  const values = Object.entries(settings).map(([field, setting]) => [
    field,
    settingValue(setting, environment[setting.name]),
  ]);
  const given = Object.fromEntries(values) as Settings;
  const isPublic = [given.host, hostOf(given.publicSiteUrl)].some((host) => !isLoopback(host));
  const config = {
    ...given,
    isPublic,
    plan: given.plan ?? (isPublic ? 'pro' : 'local'),
    demo: given.demo ?? !isPublic,
    nodeVersion: process.versions.node,
  };
  assertTogether(config);
  return config;
}

function hostOf(url: string | undefined): string {
  return url === undefined ? 'localhost' : new URL(url).hostname;
}

/** Secret values, to be masked in crash output. */
export function secretsOf(environment: Environment): readonly string[] {
  return Object.values<Setting<unknown>>(settings).flatMap(({ name, isSecret }) => {
    const value = isSecret === true ? environment[name]?.trim() : undefined;
    return value === undefined || value === '' ? [] : [value];
  });
}

/** Which settings are set to a value. */
export function givenSettings(environment: Environment): readonly string[] {
  return settingNames().filter((name) => environment[name]?.trim());
}

const prefix = /^BARAZA_/;

/** Environment variables that look like a setting, with the one that was probably meant if one is similar enough. */
export function unknownSettings(environment: Environment) {
  const names = settingNames();
  // Without what most names begin with, which would hide how different two short ones are.
  const byWord = new Map(names.map((name) => [name.replace(prefix, ''), name]));
  return Object.keys(environment)
    .filter((variable) => environment[variable]?.trim())
    .filter((variable) => prefix.test(variable) && !names.includes(variable))
    .map((variable) => {
      const near = nearestWord(variable.replace(prefix, ''), [...byWord.keys()]);
      return { variable, meant: near && byWord.get(near) };
    });
}

function settingNames(): readonly string[] {
  return Object.values<Setting<unknown>>(settings).map(({ name }) => name);
}

/** Whether to print stack traces; usable before the configuration is parsed. */
export function wantsStacks(environment: Environment): boolean {
  return environment[settings.logLevel.name] === 'debug';
}

function settingValue(setting: Setting<unknown>, text: string | undefined): unknown {
  const given = text === undefined || text.trim() === '' ? setting.fallback : text.trim();
  try {
    return setting.parse(given);
  } catch (cause) {
    const not = setting.isSecret === true ? '' : `, not "${given}"`;
    throw invalid(`${setting.name} ${(cause as Error).message}${not}.`, { cause });
  }
}

// One without the other would be ignored silently.
function assertTogether(config: Config): void {
  for (const [needs, given] of [
    ['modelUrl', 'model'],
    ['model', 'modelUrl'],
    ['modelUrl', 'modelKey'],
    ['sttUrl', 'sttModel'],
    ['sttUrl', 'sttKey'],
    ['ttsUrl', 'ttsModel'],
    ['ttsUrl', 'ttsKey'],
    ['ttsUrl', 'ttsVoice'],
  ] as const)
    if (config[given] !== undefined && config[needs] === undefined)
      throw invalid(`${settings[needs].name} must be set too if ${settings[given].name} is.`);
  if (config.role === 'node' && config.operatorUrl === undefined)
    throw invalid('BARAZA_OPERATOR_URL must be set if BARAZA_ROLE is node.');
  if (config.role === 'node' && config.grantFile === undefined)
    throw invalid('BARAZA_GRANT_FILE must be set if BARAZA_ROLE is node.');
}
