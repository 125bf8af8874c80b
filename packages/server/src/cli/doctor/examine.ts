import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config, Environment } from '../../config.ts';
import { callControl } from '../../control/control.ts';
import { dataPaths, readJsonFile, readPepper } from '../../data-folder.ts';
import type { RunFile } from '../serve/serve.ts';
import { examineAssistant } from './assistant.ts';
import { examineBackup } from './backup.ts';
import { type DatabaseState, examineDatabase } from './database.ts';
import type { Finding } from './doctor-check.ts';
import { examineMachine } from './machine.ts';
import { examineObjects } from './objects.ts';
import { examinePublicUrls } from './public-urls.ts';
import { examineSettings } from './settings.ts';

/** All findings, in the order in which they are shown. */
export async function examine(
  config: Config,
  environment: Environment,
): Promise<readonly Finding[]> {
  const database = await examineDatabase(config);
  const server = await examineServer(config);
  const isRunning = server.status === 'ok';
  return [
    { name: 'runtime', status: 'ok', saw: `Node ${config.nodeVersion}` },
    await examineDataFolder(config),
    ...database.findings,
    ...(await examineObjects(config)),
    examinePepper(config, database),
    server,
    ...(await examineMachine(config, isRunning)),
    ...(await examinePublicUrls(config, isRunning)),
    ...examineBackup(config, database.lastBackup),
    ...examineSettings(environment),
    ...(await examineAssistant(config)),
  ];
}

async function examineDataFolder(config: Config): Promise<Finding> {
  const name = 'data folder';
  const folder = config.dataFolder;
  if (!existsSync(folder))
    return {
      name,
      status: 'missing',
      saw: `${folder} does not exist yet`,
      remedy: 'the first start makes it; BARAZA_DATA chooses another place',
    };
  if (!statSync(folder).isDirectory())
    return {
      name,
      status: 'failing',
      saw: `${folder} is no folder`,
      remedy: 'set BARAZA_DATA to a folder',
    };
  if (!isWritable(folder))
    return {
      name,
      status: 'failing',
      saw: `${folder} cannot be written by this user`,
      remedy: 'run as the user it belongs to, or set BARAZA_DATA to another folder',
    };
  const place = await statfs(folder);
  const freeGigabytes = (place.bavail * place.bsize) / 2 ** 30;
  return freeGigabytes < 1
    ? {
        name,
        status: 'failing',
        saw: `${folder} has less than 1 GB free`,
        remedy: 'make room on this disk, or move the data folder',
      }
    : { name, status: 'ok', saw: `${folder}, ${freeGigabytes.toFixed(0)} GB free` };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function examinePepper(config: Config, { holdsKeys, pepperFault }: DatabaseState): Finding {
  const name = 'pepper';
  const paths = dataPaths(config.dataFolder);
  const place = config.pepperFile ?? paths.pepper;
  if (config.pepperFile === undefined && !holdsKeys && !existsSync(place))
    return { name, status: 'missing', saw: 'no pepper yet', remedy: 'the first start makes it' };
  if (config.pepperFile === undefined && config.blobUrl !== undefined && !existsSync(place))
    return {
      name,
      status: 'missing',
      saw: 'no pepper in this data folder yet',
      remedy: 'the start takes it from beside the objects of BLOB_URL',
    };
  try {
    readPepper(paths, config.pepperFile, false);
    if (pepperFault === undefined) return { name, status: 'ok', saw: place };
    const remedy = 'set BARAZA_PEPPER_FILE to the file that all servers on this database use';
    return { name, status: 'failing', saw: pepperFault, remedy };
  } catch (error) {
    return {
      name,
      status: 'failing',
      saw: (error as Error).message,
      remedy: 'put the pepper back from a backup, or correct BARAZA_PEPPER_FILE',
    };
  }
}

function servedAt(service: string, address: { readonly url: string } | undefined): string {
  return address === undefined ? '' : `, ${service} at ${address.url}`;
}

async function examineServer(config: Config): Promise<Finding> {
  const name = 'server';
  const paths = dataPaths(config.dataFolder);
  try {
    const answered = await callControl(paths.socket, { name: 'owners list', input: {} });
    const run = answered === undefined ? undefined : readJsonFile<RunFile>(paths.run);
    return run === undefined
      ? { name, status: 'missing', saw: 'no server runs on this data folder', remedy: 'npm start' }
      : {
          name,
          status: 'ok',
          saw: `process ${run.pid}${servedAt('platform', run.platform)}${servedAt('site assistant', run.site)}`,
        };
  } catch (error) {
    return {
      name,
      status: 'failing',
      saw: (error as Error).message,
      remedy: 'look into its log, or stop it and start it again',
    };
  }
}
