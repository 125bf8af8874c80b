import { isIP } from 'node:net';
import path from 'node:path';
import { limits, type SiteFeature, siteFeatures } from '@baraza/contract';
import { type LogLevel, logLevels } from './kernel/log.ts';
import { Problem } from './kernel/problem.ts';

/** Everything the environment decides, read once and nowhere else. */
export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly platformPort: number;
  readonly sitePort: number;
  readonly publicPlatformUrl: string | undefined;
  readonly publicSiteUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseConnectionsMax: number;
  readonly blobUrl: undefined;
  readonly platformOrigins: ReadonlySet<string>;
  readonly ownerBytesMax: number;
  readonly pepperFile: string | undefined;
  /** The plan of new sites. */
  readonly plan: string;
  readonly plansFile: string | undefined;
  readonly off: ReadonlySet<SiteFeature>;
  readonly metricsOpen: boolean;
  readonly proxyHops: number;
  readonly webhookPrivate: boolean;
  readonly smtpUrl: string | undefined;
  /** Whether sites are found by meaning too. */
  readonly encoder: boolean;
  /** Whether a first start makes something to look at. */
  readonly demo: boolean;
  readonly logLevel: LogLevel;
  readonly nodeVersion: string;
}

/** One setting: what it is called, what it means, and how its text becomes a value. */
export interface Setting<Value> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly parse: (text: string) => Value;
  /** Its text may hold a password: a refusal does not repeat it. */
  readonly isSecret?: true;
}

export type Environment = { readonly [name: string]: string | undefined };

export const settings = {
  dataFolder: {
    name: 'BARAZA_DATA',
    fallback: './data',
    meaning: 'The folder that holds everything: database, objects, credentials of the first start.',
    parse: (text: string) => path.resolve(text),
  },
  host: {
    name: 'BARAZA_HOST',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on. The default is reached from this machine only.',
    parse: (text: string) => {
      if (isIP(text) !== 0 || /^[0-9A-Za-z.-]+$/.test(text)) return text;
      throw new Error('must be an address or a host name without a port');
    },
  },
  platformPort: {
    name: 'BARAZA_PLATFORM_PORT',
    fallback: '4100',
    meaning: 'The port of the resource platform; 0 takes any free one, told in run.json.',
    parse: port,
  },
  sitePort: {
    name: 'BARAZA_SITE_PORT',
    fallback: '4200',
    meaning: 'The port of the site assistant; 0 takes any free one, told in run.json.',
    parse: port,
  },
  publicPlatformUrl: {
    name: 'BARAZA_PUBLIC_PLATFORM_URL',
    fallback: '',
    meaning: 'The address under which callers reach the platform; without it, the local address.',
    parse: optional((text) => origin(text, ['http:', 'https:'])),
  },
  publicSiteUrl: {
    name: 'BARAZA_PUBLIC_SITE_URL',
    fallback: '',
    meaning:
      'The address under which visitors reach the site assistant, as it stands in embed lines; without it, the local address.',
    parse: optional((text) => origin(text, ['http:', 'https:'])),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'postgres://… for several processes and machines; without it, SQLite in the data folder.',
    parse: optional((text) => {
      if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) && isDecodable(text))
        return text;
      throw new Error('must be an address like postgres://user:password@host:5432/database');
    }),
    isSecret: true,
  },
  databaseConnectionsMax: {
    name: 'BARAZA_DATABASE_CONNECTIONS',
    fallback: '10',
    meaning: 'How many connections to PostgreSQL one process may hold.',
    parse: (text: string) => wholeNumber(text, 1, 1_000),
  },
  blobUrl: {
    name: 'BLOB_URL',
    fallback: '',
    meaning:
      'Not supported by this version, and refused when set: objects are files in the data folder.',
    parse: (text: string) => {
      if (text === '') return undefined;
      throw new Error(
        'must be empty, since this version keeps objects as files in the data folder',
      );
    },
  },
  platformOrigins: {
    name: 'BARAZA_PLATFORM_ORIGINS',
    fallback: '',
    meaning:
      'Origins whose pages may call the platform, separated by commas; without it, none may.',
    parse: (text: string) => new Set(words(text).map((part) => origin(part, ['http:', 'https:']))),
  },
  ownerBytesMax: {
    name: 'BARAZA_OWNER_BYTES',
    fallback: String(limits.ownerBytesDefault),
    meaning: 'How many bytes of objects one owner may store.',
    parse: (text: string) => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER),
  },
  pepperFile: {
    name: 'BARAZA_PEPPER_FILE',
    fallback: '',
    meaning:
      'A file of at least 32 bytes that keys are hashed with; without it, one in the data folder.',
    parse: optional((text) => path.resolve(text)),
  },
  plan: {
    name: 'BARAZA_PLAN',
    fallback: 'local',
    meaning:
      'The plan of new sites: local (without any limit), free, basic, pro, or one of the file.',
    parse: (text: string) => {
      if (/^[a-z0-9-]{1,40}$/.test(text)) return text;
      throw new Error('must be the name of a plan');
    },
  },
  plansFile: {
    name: 'BARAZA_PLANS',
    fallback: '',
    meaning:
      'A file of JSON with plans by name: questions, voice and live_seconds a month, live_sessions, and rates; beside the built-in ones, or instead of one with the same name.',
    parse: optional((text) => path.resolve(text)),
  },
  off: {
    name: 'BARAZA_OFF',
    fallback: '',
    meaning: `What the site assistant does not do here, separated by commas: ${siteFeatures.join(', ')}.`,
    parse: (text: string) => new Set(words(text).map(feature)),
  },
  metricsOpen: {
    name: 'BARAZA_METRICS',
    fallback: 'local',
    meaning: 'open lets anybody read /metrics; local only this machine.',
    parse: (text: string) => {
      if (text === 'open' || text === 'local') return text === 'open';
      throw new Error('must be open or local');
    },
  },
  webhookPrivate: {
    name: 'BARAZA_WEBHOOK_PRIVATE',
    fallback: '0',
    meaning: '1 lets webhooks reach addresses that are not public, such as this machine.',
    parse: (text: string) => wholeNumber(text, 0, 1) === 1,
  },
  smtpUrl: {
    name: 'BARAZA_SMTP_URL',
    fallback: '',
    meaning:
      'The mail server for notices to owners: smtp://user:password@host:587 or smtps://…, with ?from= for the sender; without it, mails are given up after some hours.',
    parse: optional((text) => {
      if (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) && isDecodable(text)) return text;
      throw new Error('must be an address like smtp://user:password@host:587');
    }),
    isSecret: true,
  },
  encoder: {
    name: 'BARAZA_ENCODER',
    fallback: '1',
    meaning:
      '1: questions find answers in other words and in the other language, by an encoder in a process of its own (about 140 MB while it works); 0: by words alone.',
    parse: (text: string) => {
      if (text === '0' || text === '1') return text === '1';
      throw new Error('must be 0 or 1');
    },
  },
  proxyHops: {
    name: 'BARAZA_TRUST_PROXY',
    fallback: '0',
    meaning:
      'How many proxies stand in front; the address of a caller is taken from X-Forwarded-For, that many entries from its right end.',
    parse: (text: string) => wholeNumber(text, 0, 10),
  },
  demo: {
    name: 'BARAZA_DEMO',
    fallback: '1',
    meaning:
      '1: a first start makes demo resources and the demo site for the owner `local`; 0: none.',
    parse: (text: string) => {
      if (text === '0' || text === '1') return text === '1';
      throw new Error('must be 0 or 1');
    },
  },
  logLevel: {
    name: 'BARAZA_LOG',
    fallback: 'info',
    meaning: `How much to tell on standard error: ${logLevels.join(', ')}. debug tells every request.`,
    parse: (text: string) => {
      const level = logLevels.find((known) => known === text);
      if (level !== undefined) return level;
      throw new Error(`must be one of ${logLevels.join(', ')}`);
    },
  },
} as const satisfies {
  readonly [name in keyof Omit<Config, 'nodeVersion'>]: Setting<Config[name]>;
};

/** The environment of this process; only here is it touched. */
export const ownEnvironment: Environment = process.env;

/** A wrong value stops the start with one sentence that names the setting. */
export function readConfig(environment: Environment): Config {
  const values = Object.entries(settings).map(([field, setting]) => [
    field,
    settingValue(setting, environment[setting.name]),
  ]);
  return { ...Object.fromEntries(values), nodeVersion: process.versions.node } as Config;
}

/** Asked when a command fails, perhaps before there is a configuration. */
export function wantsStacks(environment: Environment): boolean {
  return environment[settings.logLevel.name] === 'debug';
}

function settingValue(setting: Setting<unknown>, text: string | undefined): unknown {
  const given = text === undefined || text.trim() === '' ? setting.fallback : text.trim();
  try {
    return setting.parse(given);
  } catch (cause) {
    const not = setting.isSecret === true ? '' : `, not "${given}"`;
    throw new Problem('invalid', `${setting.name} ${(cause as Error).message}${not}.`, { cause });
  }
}

function optional<Value>(parse: (text: string) => Value): (text: string) => Value | undefined {
  return (text) => (text === '' ? undefined : parse(text));
}

// A password with a bare % in it; the driver would stumble over it.
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function words(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function feature(text: string): SiteFeature {
  const known = siteFeatures.find((name) => name === text);
  if (known !== undefined) return known;
  throw new Error(`must be some of ${siteFeatures.join(', ')}`);
}

function port(text: string): number {
  return wholeNumber(text, 0, 65_535);
}

function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`must be a whole number from ${min} to ${max}`);
}

function origin(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Equal to the origin and nothing else: a path, a query or a password would be lost in silence.
  if (url !== undefined && protocols.includes(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  throw new Error('must be an address like https://example.com');
}
