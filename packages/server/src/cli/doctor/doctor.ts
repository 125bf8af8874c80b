import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config, Environment } from '../../config.ts';
import { callControl } from '../../control/control.ts';
import { dataPaths, readJsonFile } from '../../data-folder.ts';
import { usualReserve } from '../../kernel/disk/disk-room.ts';
import { sizeText } from '../../kernel/formats/size.ts';
import { readPepper } from '../../pepper.ts';
import type { Context, Given, Result } from '../command.ts';
import type { RunFile } from '../serve/serve.ts';
import { examineAssistant, examineMail, examinePlan, examineSwitches } from './assistant.ts';
import { examineBackup } from './backup.ts';
import { type DatabaseState, examineDatabase } from './database.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';
import { examineMachine } from './machine.ts';
import { examineModel } from './model.ts';
import { examineNode } from './node.ts';
import { examineObjects } from './objects.ts';
import { examinePublicUrls } from './public-urls.ts';
import { examineSettings } from './settings.ts';
import { examinePictures, examineVoice } from './voice.ts';

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
    examinePepper(config, database),
    server,
    ...(await examineMachine(config, isRunning)),
    ...(await examinePublicUrls(config, isRunning)),
    ...examineBackup(config, database.lastBackup, database.backupAttempt),
    ...examineSettings(environment),
    ...(await examineAssistant(config)),
    ...(await examineModel(config)),
    ...(await examineVoice(config)),
    await examinePictures(),
    examineMail(config),
    examinePlan(config, database.plans ?? []),
    ...(await examineNode(config)),
    ...examineSwitches(config),
  ];
}

async function examineDataFolder({ dataFolder: folder, diskReserve }: Config): Promise<Finding> {
  const name = 'data folder';
  if (!existsSync(folder)) {
    const remedy = 'the first start creates it; BARAZA_DATA chooses another place';
    return missing(name, `${folder} does not exist yet`, remedy);
  }
  if (!statSync(folder).isDirectory())
    return failing(name, `${folder} is not a folder`, 'set BARAZA_DATA to a folder');
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const remedy = 'run as the user it belongs to, or set BARAZA_DATA to another folder';
    return failing(name, `${folder} cannot be written by this user`, remedy);
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  const reserve = (diskReserve ?? usualReserve)(blocks * bsize);
  const free = `${sizeText(bavail * bsize)} free`;
  const kept = `${sizeText(reserve)} are kept for deletions`;
  if (bavail * bsize >= reserve * 2) return ok(name, `${folder}, ${free}, of which ${kept}`);
  const remedy = 'make room on this disk, move the data folder, or lower BARAZA_DISK_RESERVE';
  return failing(name, `${folder} has only ${free}, and ${kept}`, remedy);
}

// Few operators know the word.
const meaning = 'the secret that protects keys';

function examinePepper(config: Config, { holdsKeys, pepperFault }: DatabaseState): Finding {
  const name = 'pepper';
  const paths = dataPaths(config.dataFolder);
  const place = config.pepperFile ?? paths.pepper;
  if (config.pepperFile === undefined && !existsSync(place)) {
    if (!holdsKeys) return missing(name, `${meaning}: none yet`, 'the first start creates it');
    const remedy = 'the start copies it from the object store of BLOB_URL';
    if (config.blobUrl !== undefined)
      return missing(name, `${meaning}: not in this data folder yet`, remedy);
  }
  try {
    readPepper(paths, config.pepperFile, false);
  } catch (error) {
    const remedy = 'put it back from a backup, or correct BARAZA_PEPPER_FILE';
    return failing(name, `${meaning}: ${(error as Error).message}`, remedy);
  }
  if (pepperFault === undefined) return ok(name, `${meaning}, in ${place}`);
  const remedy = 'set BARAZA_PEPPER_FILE to the file that all servers on this database use';
  return failing(name, `${meaning}: ${pepperFault}`, remedy);
}

async function examineServer(config: Config): Promise<Finding> {
  const name = 'server';
  const paths = dataPaths(config.dataFolder);
  try {
    const answered = await callControl(paths.socket, { name: 'owners list', input: {} });
    const run = answered === undefined ? undefined : readJsonFile<RunFile>(paths.run);
    if (run === undefined) return missing(name, 'no server runs on this data folder', 'npm start');
    const platform = run.platform === undefined ? '' : `, platform at ${run.platform.url}`;
    const site = run.site === undefined ? '' : `, site assistant at ${run.site.url}`;
    return ok(name, `process ${run.pid}${platform}${site}`);
  } catch (error) {
    const remedy = 'check its log, or restart it';
    return failing(name, (error as Error).message, remedy);
  }
}
