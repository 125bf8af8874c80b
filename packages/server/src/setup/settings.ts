import { isIP } from 'node:net';
import path from 'node:path';
import { limits, siteFeatures } from '@baraza/contract/plain';
import { parsePostgresAddress } from '../kernel/formats/postgres-address.ts';
import { parseS3Address } from '../kernel/formats/s3-address.ts';
import { logLevels } from '../kernel/log.ts';
import {
  address,
  diskSize,
  feature,
  file,
  flag,
  isDecodable,
  modelServer,
  number,
  onOff,
  optional,
  origin,
  port,
  type Setting,
  secret,
  text,
  wholeNumber,
  words,
} from './setting.ts';

/** All settings: environment variable, default, meaning and parser of each. */
export const settings = {
  dataFolder: {
    name: 'BARAZA_DATA',
    fallback: './data',
    meaning:
      'The folder for all data: database, objects, and the credentials made at the first start.',
    parse: (text: string) => path.resolve(text),
  },
  host: {
    name: 'BARAZA_HOST',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on. The default accepts connections from this machine only.',
    parse: (text: string) => {
      if (isIP(text) !== 0 || /^[0-9A-Za-z.-]+$/.test(text)) return text;
      throw new Error('must be an address or a host name without a port');
    },
  },
  platformPort: {
    name: 'BARAZA_PLATFORM_PORT',
    fallback: '4100',
    meaning: 'The port of the resource platform; 0 takes any free port and writes it to run.json.',
    parse: port,
  },
  sitePort: {
    name: 'BARAZA_SITE_PORT',
    fallback: '4200',
    meaning: 'The port of the site assistant; 0 takes any free port and writes it to run.json.',
    parse: port,
  },
  publicPlatformUrl: address(
    'BARAZA_PUBLIC_PLATFORM_URL',
    'The address under which callers reach the platform; without it, the local address.',
  ),
  publicSiteUrl: address(
    'BARAZA_PUBLIC_SITE_URL',
    'The address under which visitors reach the site assistant; used in embed lines. Without it, the local ' +
      'address.',
  ),
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'postgres://user:password@host:5432/database for several processes and machines; without it, SQLite in the ' +
      'data folder. sslmode is disable, prefer (the default: TLS if the server offers it), require, verify-ca or ' +
      'verify-full. The address may name several hosts, separated by commas.',
    parse: optional((text) => {
      if (!isDecodable(text))
        throw new Error('must be an address with each % of the password as %25');
      parsePostgresAddress(text);
      return text;
    }),
    isSecret: true,
  },
  databaseCa: file(
    'BARAZA_DATABASE_CA',
    'A PEM file with the authorities that sign the certificate of the database, instead of those that Node trusts. ' +
      'With this file, sslmode is verify-full if DATABASE_URL names none.',
  ),
  databaseConnectionsMax: number(
    'BARAZA_DATABASE_CONNECTIONS',
    '10',
    [3, 1_000],
    'How many connections to PostgreSQL one process opens at most, not counting the one for LISTEN; at least ' +
      '3: for transactions, for single statements and for long responses, which are read in a snapshot.',
  ),
  blobUrl: {
    name: 'BLOB_URL',
    fallback: '',
    meaning:
      's3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…: objects on an S3 server, which any number of ' +
      'processes share; without it, files in the data folder. Credentials are those of the AWS variables or files.',
    parse: optional(parseS3Address),
    // Credentials in it are refused, but must not appear in the refusal.
    isSecret: true,
  },
  platformOrigins: {
    name: 'BARAZA_PLATFORM_ORIGINS',
    fallback: '',
    meaning:
      'Origins whose pages may use a key, separated by commas; without it, none may. Pages that use no key need ' +
      'no entry.',
    parse: (text: string) => new Set(words(text).map((part) => origin(part, ['http:', 'https:']))),
  },
  recordsMax: number(
    'BARAZA_RECORDS_MAX',
    String(limits.recordsPerResourceMax),
    [1, limits.recordsPerResourceCeiling],
    'The maximum number of records of one collection, or of entries of one form, up to ' +
      `${limits.recordsPerResourceCeiling}. A JSON response has at most 1000 of them; more are read by page.`,
  ),
  accountsMax: number(
    'BARAZA_ACCOUNTS_MAX',
    String(limits.accountsPerUsersMax),
    [1, limits.recordsPerResourceCeiling],
    'The maximum number of accounts of one Users resource, up to ' +
      `${limits.recordsPerResourceCeiling}. They do not count as records.`,
  ),
  ownerBytesMax: number(
    'BARAZA_OWNER_BYTES',
    String(limits.ownerBytesDefault),
    [0, Number.MAX_SAFE_INTEGER],
    'How many bytes one owner may store: objects, stored responses of Idempotency-Key, deliveries, imports and ' +
      'earlier versions of profiles.',
  ),
  diskReserve: {
    name: 'BARAZA_DISK_RESERVE',
    fallback: '',
    meaning:
      'What stays free on the disk of the data folder, such as 500MB or 5%; a number alone is bytes. Below it ' +
      'uploads, imports and backups are refused, and below half of it every change but deletions, so that deletions ' +
      'always have room. Without it: 64 MB or 2 % of the disk, whichever is more, but at most 1 GB and a quarter of ' +
      'the disk.',
    parse: optional(diskSize),
  },
  pepperFile: file(
    'BARAZA_PEPPER_FILE',
    'The file with the secret that keys are hashed with, at least 32 bytes. Without it, the secret is a file in the ' +
      'data folder; servers with the same BLOB_URL get a copy of it from the object store.',
  ),
  plan: {
    name: 'BARAZA_PLAN',
    fallback: '',
    meaning:
      'The plan of new sites: local (no limits), free, basic, pro, or one that was added. Without it pro on a ' +
      'public server (BARAZA_PUBLIC_SITE_URL or BARAZA_HOST is not loopback), else local.',
    parse: optional((text) => {
      if (/^[a-z0-9-]{1,40}$/.test(text)) return text;
      throw new Error('must be the name of a plan');
    }),
  },
  plansFile: file(
    'BARAZA_PLANS',
    'A JSON file with plans by name: questions, voice and live_seconds a month, live_sessions, and rates; ' +
      'added to the built-in plans and those of the console, or replacing one of the same name.',
  ),
  off: {
    name: 'BARAZA_OFF',
    fallback: '',
    meaning: `Features of the site assistant to switch off, separated by commas: ${siteFeatures.join(', ')}.`,
    parse: (text: string) => new Set(words(text).map(feature)),
  },
  metricsOpen: {
    name: 'BARAZA_METRICS',
    fallback: 'local',
    meaning:
      'open: anyone may read /metrics, under any host name; local: only this machine may, and /healthz, ' +
      '/readyz and /metrics answer only under host names of this server.',
    parse: (text: string) => {
      if (text === 'open' || text === 'local') return text === 'open';
      throw new Error('must be open or local');
    },
  },
  deliveries: onOff(
    'BARAZA_DELIVERIES',
    '1',
    '0: webhooks, notifications and mails wait and none is sent, and no scheduled backup is taken, for example in a ' +
      'restore drill.',
  ),
  webhookPrivate: onOff(
    'BARAZA_WEBHOOK_PRIVATE',
    '0',
    '1: webhooks may be sent to private addresses, such as this machine, and websites may be imported from there.',
  ),
  smtpUrl: {
    name: 'BARAZA_SMTP_URL',
    fallback: '',
    meaning:
      'The mail server for notifications to owners and sign-in links: smtp://user:password@host:587 or smtps://…, ' +
      'with ?from= for the sender; without it, notifications by mail are dropped after some hours.',
    parse: optional((text) => {
      const isUrl = /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) && isDecodable(text);
      // The sender is a header of every mail.
      if (isUrl && !/\p{Cc}/u.test(decodeURIComponent(text))) return text;
      throw new Error('must be an address like smtp://user:password@host:587');
    }),
    isSecret: true,
  },
  whatsappUrl: address(
    'BARAZA_WHATSAPP_URL',
    'A server for WhatsApp instead of https://graph.facebook.com, such as a test server.',
  ),
  telegramUrl: address(
    'BARAZA_TELEGRAM_URL',
    'A server for Telegram instead of https://api.telegram.org, such as a test server or your own Bot API server.',
  ),
  encoder: onOff(
    'BARAZA_ENCODER',
    '1',
    '1: the search is also by meaning, so that questions find answers in other words and in the other language; the ' +
      'encoder runs in the engine processes. 0: the search is by words only, and there is no reader.',
  ),
  reader: onOff(
    'BARAZA_READER',
    '1',
    '1: the reader reads the question together with each passage that was found, and decides whether the passage ' +
      'answers; it runs in the engine processes. 0, or BARAZA_ENCODER=0: only small talk, hours, prices, contacts ' +
      'and questions with nearly the same words as a FAQ are answered.',
  ),
  engines: {
    name: 'BARAZA_ENGINES',
    fallback: '',
    meaning:
      'How many engine processes read questions; without it, one for each processor. Each takes about 250 MB while ' +
      'in use, starts when it is needed and ends when idle.',
    parse: optional((text) => wholeNumber(text, 1, 64)),
  },
  modelUrl: modelServer(
    'BARAZA_MODEL_URL',
    'A server with the OpenAI API, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1; ' +
      'without it, the built-in engine answers.',
  ),
  model: text('BARAZA_MODEL', 'The name of the model on the server of BARAZA_MODEL_URL.'),
  modelKey: secret(
    'BARAZA_MODEL_KEY',
    'The API key for the server of BARAZA_MODEL_URL, if it needs one.',
  ),
  modelContextTokens: number(
    'BARAZA_MODEL_CONTEXT',
    '6000',
    [2_000, 1_000_000],
    'The maximum number of tokens in one request to the model: instructions, approved information, question and ' +
      'answer. A site that fits is sent whole; of a larger one, the twelve nearest passages are sent.',
  ),
  modelWaitMs: number(
    'BARAZA_MODEL_WAIT',
    '2500',
    [500, 30_000],
    'How many milliseconds a visitor waits for the first checked sentence of the model, before the built-in engine ' +
      'answers instead; 500 to 30000. A slow model needs more.',
  ),
  speech: onOff(
    'BARAZA_SPEECH',
    '1',
    '1: built-in speech recognition and speech output are used where no server is set, in their own process ' +
      'while in use; 0: they are off.',
  ),
  sttUrl: modelServer(
    'BARAZA_STT_URL',
    'Speech recognition: a server with the OpenAI endpoint /audio/transcriptions, such as ' +
      'http://127.0.0.1:8000/v1; without it, the built-in one.',
  ),
  sttModel: text(
    'BARAZA_STT_MODEL',
    'The name of the recognition model on the server of BARAZA_STT_URL; without it, whisper-1.',
  ),
  sttKey: secret(
    'BARAZA_STT_KEY',
    'The API key for the server of BARAZA_STT_URL, if it needs one.',
  ),
  ttsUrl: modelServer(
    'BARAZA_TTS_URL',
    'Speech output: a server with the OpenAI endpoint /audio/speech, such as http://127.0.0.1:8880/v1; without ' +
      'it, the built-in one.',
  ),
  ttsModel: text(
    'BARAZA_TTS_MODEL',
    'The name of the speech model on the server of BARAZA_TTS_URL; without it, tts-1.',
  ),
  ttsKey: secret(
    'BARAZA_TTS_KEY',
    'The API key for the server of BARAZA_TTS_URL, if it needs one.',
  ),
  ttsVoice: text(
    'BARAZA_TTS_VOICE',
    'The name of the voice on the server of BARAZA_TTS_URL; without it, alloy.',
  ),
  role: {
    name: 'BARAZA_ROLE',
    fallback: 'operator',
    meaning:
      'operator: this server is its own authority and may authorise nodes; node: it serves sites with a grant of ' +
      'an operator.',
    parse: (text: string) => {
      if (text === 'operator' || text === 'node') return text;
      throw new Error('must be operator or node');
    },
  },
  operatorUrl: address(
    'BARAZA_OPERATOR_URL',
    'On a node: the address of the operator that authorised it.',
  ),
  grantFile: file(
    'BARAZA_GRANT_FILE',
    'On a node: the file with the grant that `nodes authorize` printed at the operator; it is read again when ' +
      'it changes.',
  ),
  proxyHops: number(
    'BARAZA_TRUST_PROXY',
    '0',
    [0, 10],
    'The number of reverse proxies in front of the server; the client address is taken from X-Forwarded-For, ' +
      'that many entries from the right.',
  ),
  connectionsMax: {
    name: 'BARAZA_CONNECTIONS',
    fallback: '',
    meaning:
      `The maximum number of open connections of the process; without it ${limits.connectionsMax}, or about ` +
      'half of the open file limit (ulimit -n) if that is less. At the limit a new connection replaces an ' +
      'idle one; if none is idle it is refused with 503.',
    parse: optional((text) => wholeNumber(text, 1, 1_000_000)),
  },
  connectionsPerAddressMax: {
    name: 'BARAZA_CONNECTIONS_PER_ADDRESS',
    fallback: '',
    meaning:
      'The maximum number of connections of one client (IPv4 address or IPv6 /64); without it ' +
      `${limits.connectionsPerAddressMax}, or half of BARAZA_CONNECTIONS if that is less. With ` +
      'BARAZA_TRUST_PROXY, the maximum number of concurrent requests of one client behind the proxies.',
    parse: optional((text) => wholeNumber(text, 1, 1_000_000)),
  },
  demo: {
    name: 'BARAZA_DEMO',
    fallback: '',
    meaning:
      '1: the first start creates demo resources and a demo site for the owner `local`; 0: it does not. Without it ' +
      '0 on a public server, where `/` then shows no demo page either, else 1.',
    parse: optional(flag),
  },
  restart: onOff(
    'BARAZA_RESTART',
    '1',
    '1: the launcher restarts the server after a crash; 0: it does not, and the server takes its place, which ' +
      'saves about 60 MB. For systemd and containers, which restart it themselves.',
  ),
  logLevel: {
    name: 'BARAZA_LOG',
    fallback: 'info',
    meaning: `The level of the log on standard error: ${logLevels.join(', ')}. debug logs every request.`,
    parse: (text: string) => {
      const level = logLevels.find((known) => known === text);
      if (level !== undefined) return level;
      throw new Error(`must be one of ${logLevels.join(', ')}`);
    },
  },
} as const satisfies { readonly [field: string]: Setting<unknown> };
