import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { callControl } from '../../control/control.ts';
import { usualReserve } from '../../kernel/disk/disk-room.ts';
import { codeOf } from '../../kernel/fault.ts';
import { sizeText } from '../../kernel/formats/size.ts';
import type { RunFile } from '../../server/listen.ts';
import {
  type Config,
  type Environment,
  givenSettings,
  unknownSettings,
} from '../../setup/config.ts';
import { dataPaths, readJsonFile, reasonOf } from '../../setup/data-folder.ts';
import type { Context, Given, Result } from '../command.ts';
import { examineBackup } from './backup.ts';
import { examineDatabase } from './database.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';
import { examineModel } from './model.ts';
import { examineObjects } from './objects.ts';
import { examinePackages } from './packages.ts';

const marks = { ok: 'ok      ', missing: 'missing ', failing: 'FAILING ' } as const;

/** Read-only diagnosis: what is configured, what is missing, and how to get it. */
export async function runDoctor(_given: Given, { config, environment }: Context): Promise<Result> {
  const findings = await examine(config, environment);
  return {
    value: findings,
    lines: findings.flatMap(({ name, status, saw, remedy }) => [
      `${marks[status]} ${name.padEnd(12)} ${saw}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(22)}${remedy}`]),
    ]),
    exitCode: findings.some(({ status }) => status === 'failing') ? 1 : 0,
  };
}

/** All checks, in the order in which they are shown. */
async function examine(config: Config, environment: Environment): Promise<readonly Finding[]> {
  const database = await examineDatabase(config);
  const server = await examineServer(config);
  const isRunning = server.status === 'ok';
  return [
    ok('runtime', `Node ${config.nodeVersion}`),
    await examineDataFolder(config),
    ...database.findings,
    ...(await examineObjects(config)),
    server,
    ...(isRunning ? [] : await examinePorts(config)),
    ...examineBackup(config, database),
    ...examineSettings(environment),
    ...(await examinePackages(config)),
    ...(await examineModel(config)),
  ];
}

async function examineDataFolder({ dataFolder: folder, diskReserve }: Config): Promise<Finding> {
  const name = 'data folder';
  if (!existsSync(folder)) {
    const remedy = 'the first start creates it; BARAZA_DATA chooses another place';
    return missing(name, `${folder} does not exist yet`, remedy);
  }
  try {
    accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const remedy = 'run as the user it belongs to, or set BARAZA_DATA to another folder';
    return failing(name, `${folder} cannot be used: ${reasonOf(cause)}`, remedy);
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  const reserve = (diskReserve ?? usualReserve)(blocks * bsize);
  const free = `${sizeText(bavail * bsize)} free`;
  const kept = `${sizeText(reserve)} are kept for deletions`;
  if (bavail * bsize >= reserve * 2) return ok(name, `${folder}, ${free}, of which ${kept}`);
  const remedy = 'make room on this disk, move the data folder, or lower BARAZA_DISK_RESERVE';
  return failing(name, `${folder} has only ${free}, and ${kept}`, remedy);
}

async function examineServer(config: Config): Promise<Finding> {
  const name = 'server';
  const paths = dataPaths(config.dataFolder);
  try {
    const answered = await callControl(paths.socket, { name: 'owners list', input: {} });
    const run = answered === undefined ? undefined : readJsonFile<RunFile>(paths.run);
    if (run === undefined) return missing(name, 'no server runs on this data folder', 'npx baraza');
    const platform = run.platform === undefined ? '' : `, platform at ${run.platform.url}`;
    const site = run.site === undefined ? '' : `, site assistant at ${run.site.url}`;
    return ok(name, `process ${run.pid}${platform}${site}`);
  } catch (error) {
    const remedy = 'check its log, or restart it';
    return failing(name, (error as Error).message, remedy);
  }
}

/** Whether a start would find its ports free. */
async function examinePorts({ host, platformPort, sitePort }: Config): Promise<readonly Finding[]> {
  const settings = { BARAZA_PLATFORM_PORT: platformPort, BARAZA_SITE_PORT: sitePort };
  const findings = Object.entries(settings).map(async ([setting, port]) => {
    const fault = await whyTaken(host, port);
    if (fault === undefined) return ok('port', `${port === 0 ? 'any' : port} on ${host} is free`);
    const found = `${port} on ${host} cannot be listened on: ${fault}`;
    return missing('port', found, `set ${setting} to another one, or stop what has it`);
  });
  return Promise.all(findings);
}

function whyTaken(host: string, port: number): Promise<string | undefined> {
  const probe = createServer().listen({ host, port, exclusive: true });
  const free = once(probe, 'listening').then(() => undefined);
  return free.catch(codeOf).finally(() => probe.close());
}

/** Lists which settings are set, and variables that look like a misspelt setting. Values are not shown. */
function examineSettings(environment: Environment): readonly Finding[] {
  const name = 'settings';
  const set = givenSettings(environment);
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
