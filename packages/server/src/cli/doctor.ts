import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { callControl } from '../control/control.ts';
import { dataPaths, readJsonFile } from '../data-folder.ts';
import type { Command } from './command.ts';
import type { RunFile } from './serve.ts';

interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'failing';
  readonly saw: string;
  /** How to mend it, where there is something to mend. */
  readonly remedy?: string;
}

/** Looks and changes nothing: what is configured, what is missing, and how to get it. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Say what is configured, what is missing and how to get it.',
  usage: '',
  example: 'baraza doctor --json',
  options: {},
  positionals: [],
  run: async (_given, { config }) => {
    const findings = await examine(config);
    const marks = { ok: 'ok      ', missing: 'missing ', failing: 'FAILING ' } as const;
    return {
      value: findings,
      lines: findings.flatMap(({ name, status, saw, remedy }) => [
        `${marks[status]} ${name.padEnd(12)} ${saw}`,
        ...(remedy === undefined ? [] : [`${' '.repeat(22)}${remedy}`]),
      ]),
      exitCode: findings.some(({ status }) => status === 'failing') ? 1 : 0,
    };
  },
};

async function examine(config: Config): Promise<readonly Finding[]> {
  return [
    { name: 'runtime', status: 'ok', saw: `Node ${config.nodeVersion}` },
    await dataFolder(config),
    database(config),
    pepper(config),
    await server(config),
    {
      name: 'model',
      status: 'missing',
      saw: 'no model server: POST /api/platform/ai answers 503',
      remedy: 'set BARAZA_MODEL_URL to an OpenAI-compatible server',
    },
  ];
}

async function dataFolder(config: Config): Promise<Finding> {
  const name = 'data folder';
  if (!existsSync(config.dataFolder))
    return {
      name,
      status: 'missing',
      saw: `${config.dataFolder} does not exist yet`,
      remedy: 'the first start makes it; BARAZA_DATA chooses another place',
    };
  if (!statSync(config.dataFolder).isDirectory())
    return {
      name,
      status: 'failing',
      saw: `${config.dataFolder} is no folder`,
      remedy: 'set BARAZA_DATA to a folder',
    };
  const place = await statfs(config.dataFolder);
  const freeGigabytes = (place.bavail * place.bsize) / 2 ** 30;
  return freeGigabytes < 1
    ? {
        name,
        status: 'failing',
        saw: `${config.dataFolder} has less than 1 GB free`,
        remedy: 'make room on this disk, or move the data folder',
      }
    : { name, status: 'ok', saw: `${config.dataFolder}, ${freeGigabytes.toFixed(0)} GB free` };
}

function database(config: Config): Finding {
  const name = 'database';
  if (config.databaseUrl !== undefined) {
    const { host, pathname } = new URL(config.databaseUrl);
    return { name, status: 'ok', saw: `PostgreSQL at ${host}${pathname} by DATABASE_URL` };
  }
  return existsSync(dataPaths(config.dataFolder).database)
    ? { name, status: 'ok', saw: 'SQLite in the data folder' }
    : { name, status: 'missing', saw: 'no database yet', remedy: 'the first start makes it' };
}

function pepper(config: Config): Finding {
  const name = 'pepper';
  const place = config.pepperFile ?? dataPaths(config.dataFolder).pepper;
  if (existsSync(place)) return { name, status: 'ok', saw: place };
  return config.pepperFile === undefined
    ? { name, status: 'missing', saw: 'no pepper yet', remedy: 'the first start makes it' }
    : {
        name,
        status: 'failing',
        saw: `${place} does not exist`,
        remedy: 'put the pepper there, or correct BARAZA_PEPPER_FILE',
      };
}

async function server(config: Config): Promise<Finding> {
  const name = 'server';
  const paths = dataPaths(config.dataFolder);
  const answered = await callControl(paths.socket, { name: 'owners list', input: {} }).catch(
    () => undefined,
  );
  const run = readJsonFile<RunFile>(paths.run);
  return answered === undefined || run === undefined
    ? { name, status: 'missing', saw: 'no server runs on this data folder', remedy: 'npm start' }
    : { name, status: 'ok', saw: `process ${run.pid} at ${run.platform.url}` };
}
