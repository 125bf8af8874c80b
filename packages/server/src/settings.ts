import { isIP } from 'node:net';
import path from 'node:path';
import { limits, siteFeatures } from '@baraza/contract';
import { logLevels } from './kernel/log.ts';
import {
  feature,
  flag,
  httpAddress,
  isDecodable,
  optional,
  origin,
  port,
  type Setting,
  wholeNumber,
  words,
} from './setting.ts';

/** Every setting there is: its name, what it means and how its text becomes a value. */
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
      'The address under which visitors reach the site assistant, as it stands in embed lines; without it, the ' +
      'local address.',
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
      'A file of JSON with plans by name: questions, voice and live_seconds a month, live_sessions, and rates; ' +
      'beside the built-in ones, or instead of one with the same name.',
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
    meaning:
      'open lets anybody read /metrics, under any host name; local only this machine, and /healthz, ' +
      '/readyz and /metrics only under names of this server.',
    parse: (text: string) => {
      if (text === 'open' || text === 'local') return text === 'open';
      throw new Error('must be open or local');
    },
  },
  webhookPrivate: {
    name: 'BARAZA_WEBHOOK_PRIVATE',
    fallback: '0',
    meaning: '1 lets webhooks reach addresses that are not public, such as this machine.',
    parse: flag,
  },
  smtpUrl: {
    name: 'BARAZA_SMTP_URL',
    fallback: '',
    meaning:
      'The mail server for notices to owners: smtp://user:password@host:587 or smtps://…, with ?from= for the ' +
      'sender; without it, mails are given up after some hours.',
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
      '1: questions find answers in other words and in the other language, by an encoder in a process of its own ' +
      '(about 140 MB while it works); 0: by words alone.',
    parse: flag,
  },
  modelUrl: {
    name: 'BARAZA_MODEL_URL',
    fallback: '',
    meaning:
      'A server that speaks the OpenAI API, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1; ' +
      'without it, the built-in engine answers.',
    parse: optional(httpAddress),
    isSecret: true,
  },
  model: {
    name: 'BARAZA_MODEL',
    fallback: '',
    meaning: 'The model that the server of BARAZA_MODEL_URL is asked for.',
    parse: optional((text) => text),
  },
  modelKey: {
    name: 'BARAZA_MODEL_KEY',
    fallback: '',
    meaning: 'The key that the server of BARAZA_MODEL_URL wants, if it wants one.',
    parse: optional((text) => text),
    isSecret: true,
  },
  modelEmbeddings: {
    name: 'BARAZA_MODEL_EMBEDDINGS',
    fallback: '',
    meaning:
      'A model of the same server that makes vectors of texts; without it, the built-in encoder does.',
    parse: optional((text) => text),
  },
  speech: {
    name: 'BARAZA_SPEECH',
    fallback: '1',
    meaning:
      '1: built-in speech hears and speaks where no server is set for it, in a process of its own while it is ' +
      'used; 0: it does not.',
    parse: flag,
  },
  sttUrl: {
    name: 'BARAZA_STT_URL',
    fallback: '',
    meaning:
      'A server with the OpenAI endpoint /audio/transcriptions, such as http://127.0.0.1:8000/v1; without it, ' +
      'built-in speech hears.',
    parse: optional(httpAddress),
    isSecret: true,
  },
  sttModel: {
    name: 'BARAZA_STT_MODEL',
    fallback: '',
    meaning:
      'The model that hears, as the server of BARAZA_STT_URL calls it; without it, whisper-1.',
    parse: optional((text) => text),
  },
  sttKey: {
    name: 'BARAZA_STT_KEY',
    fallback: '',
    meaning: 'The key that the server of BARAZA_STT_URL wants, if it wants one.',
    parse: optional((text) => text),
    isSecret: true,
  },
  ttsUrl: {
    name: 'BARAZA_TTS_URL',
    fallback: '',
    meaning:
      'A server with the OpenAI endpoint /audio/speech, such as http://127.0.0.1:8880/v1; without it, built-in ' +
      'speech speaks.',
    parse: optional(httpAddress),
    isSecret: true,
  },
  ttsModel: {
    name: 'BARAZA_TTS_MODEL',
    fallback: '',
    meaning: 'The model that speaks, as the server of BARAZA_TTS_URL calls it; without it, tts-1.',
    parse: optional((text) => text),
  },
  ttsKey: {
    name: 'BARAZA_TTS_KEY',
    fallback: '',
    meaning: 'The key that the server of BARAZA_TTS_URL wants, if it wants one.',
    parse: optional((text) => text),
    isSecret: true,
  },
  ttsVoice: {
    name: 'BARAZA_TTS_VOICE',
    fallback: '',
    meaning: 'The voice that the server of BARAZA_TTS_URL speaks with; without it, alloy.',
    parse: optional((text) => text),
  },
  role: {
    name: 'BARAZA_ROLE',
    fallback: 'operator',
    meaning:
      'operator: this server is its own authority, and may authorise nodes; node: it serves sites by the grant ' +
      'of another.',
    parse: (text: string) => {
      if (text === 'operator' || text === 'node') return text;
      throw new Error('must be operator or node');
    },
  },
  operatorUrl: {
    name: 'BARAZA_OPERATOR_URL',
    fallback: '',
    meaning: 'On a node: the address of the operator that authorised it.',
    parse: optional((text) => origin(text, ['http:', 'https:'])),
  },
  grantFile: {
    name: 'BARAZA_GRANT_FILE',
    fallback: '',
    meaning:
      'On a node: the file with the grant that `nodes authorize` printed at the operator; it is read again when ' +
      'it changes.',
    parse: optional((text) => path.resolve(text)),
  },
  proxyHops: {
    name: 'BARAZA_TRUST_PROXY',
    fallback: '0',
    meaning:
      'How many proxies stand in front; the address of a caller is taken from X-Forwarded-For, that many entries ' +
      'from its right end.',
    parse: (text: string) => wholeNumber(text, 0, 10),
  },
  connectionsMax: {
    name: 'BARAZA_CONNECTIONS',
    fallback: '',
    meaning:
      `How many connections the process may have open; without it ${limits.connectionsMax}, or about ` +
      'half of the open files that the system allows (ulimit -n), if that is less. Who comes when all ' +
      'are taken gets the place of one that is idle, or 503.',
    parse: optional((text) => wholeNumber(text, 1, 1_000_000)),
  },
  connectionsPerAddressMax: {
    name: 'BARAZA_CONNECTIONS_PER_ADDRESS',
    fallback: '',
    meaning:
      'How many of them one client may have, by IPv4 address or IPv6 /64; without it ' +
      `${limits.connectionsPerAddressMax}, or half of all, if that is less. With BARAZA_TRUST_PROXY, ` +
      'how many requests of one client behind the proxies may be under way.',
    parse: optional((text) => wholeNumber(text, 1, 1_000_000)),
  },
  demo: {
    name: 'BARAZA_DEMO',
    fallback: '1',
    meaning:
      '1: a first start makes demo resources and the demo site for the owner `local`; 0: none.',
    parse: flag,
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
} as const satisfies { readonly [field: string]: Setting<unknown> };
