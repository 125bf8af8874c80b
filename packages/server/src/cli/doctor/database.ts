import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { openStoreReadOnly, type ReadOnlyStore } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { dataPaths, readable } from '../../data-folder.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { codeOf, isMissing } from '../../kernel/fault.ts';
import { isLoopback } from '../../kernel/formats/loopback.ts';
import { nameOfPostgresAddress } from '../../kernel/formats/postgres-address.ts';
import { nameOfS3Address } from '../../kernel/formats/s3-address.ts';
import { Problem } from '../../kernel/problem.ts';
import { assertPepper, pepperOf, readPepper } from '../../pepper.ts';
import { dataVersion, versionOf } from '../../store/migrations/data-version.ts';
import { hasOwners } from '../../store/owners.ts';
import {
  nameOfStore,
  readServerState,
  type ServerState,
  wordsOfLink,
} from '../../store/postgres/postgres-server.ts';
import {
  type BackupAttempt,
  hasObjects,
  type LastBackup,
  readBackupAttempt,
  readCopying,
  readLastBackup,
  readObjectsLocation,
  readRestoring,
  restoreAgain,
} from '../../store/processes/installation.ts';
import { runningProcesses } from '../../store/processes/processes.ts';
import { storedPlans } from '../../store/server-settings.ts';
import type { Link } from '../../store/store.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

export interface DatabaseState {
  readonly findings: readonly Finding[];
  /** Whether the database has keys, which need their pepper. */
  readonly holdsKeys: boolean;
  /** Why the pepper of this installation is not that of the data. */
  readonly pepperFault?: string | undefined;
  /** Undefined if the database cannot be read. */
  readonly lastBackup?: LastBackup | 'none' | undefined;
  /** The last scheduled backup. */
  readonly backupAttempt?: BackupAttempt | undefined;
  /** The plans that the operator has set. */
  readonly plans?: Awaited<ReturnType<typeof storedPlans>>;
}

const name = 'database';
const restore = 'restore a copy, or set BARAZA_DATA to another folder';

export async function examineDatabase(config: Config): Promise<DatabaseState> {
  const { databaseUrl } = config;
  const paths = dataPaths(config.dataFolder);
  const unfit = databaseUrl === undefined ? examineFile(paths.database) : undefined;
  if (unfit !== undefined) {
    const lastBackup = unfit.status === 'failing' ? undefined : 'none';
    return { findings: [unfit], holdsKeys: false, lastBackup };
  }
  let store: ReadOnlyStore | undefined;
  try {
    store = await openStoreReadOnly(config, paths);
    return await examineStore(config, store);
  } catch (error) {
    const sentence = (readable(error, config, paths) as Error).message;
    if (databaseUrl === undefined)
      return { findings: [failing(name, sentence, restore)], holdsKeys: true };
    const found = `${describePlace('PostgreSQL', databaseUrl)}: ${sentence}`;
    const finding = failing(name, found, 'start it, or correct DATABASE_URL');
    return { findings: [finding], holdsKeys: false };
  } finally {
    await store?.close();
  }
}

async function examineStore(config: Config, store: ReadOnlyStore): Promise<DatabaseState> {
  const engine = await nameOfStore(store);
  const link = store.link?.();
  const place = `${describePlace(engine, config.databaseUrl)}${link === undefined ? '' : `, ${wordsOfLink(link)}`}`;
  const version = await versionOf(store);
  if (version === 0) {
    const finding = missing(name, `${place}, empty`, 'the first start fills it');
    return { findings: [finding], holdsKeys: false, lastBackup: 'none' };
  }
  const versions = `${place} has data of version ${version}`;
  if (version > dataVersion) {
    const found = `${versions}, newer than this program, which knows ${dataVersion}`;
    return { findings: [failing(name, found, 'use the newer program')], holdsKeys: false };
  }
  const holdsKeys = await hasOwners(store);
  if (version < dataVersion) {
    const found = `${versions}, older than this program, which writes ${dataVersion}`;
    const remedy = 'the next start upgrades it, and so does npx baraza migrate';
    return { findings: [missing(name, found, remedy)], holdsKeys };
  }
  return {
    findings: [ok(name, place), ...examineLink(link), ...(await examineContents(config, store))],
    holdsKeys,
    pepperFault: await pepperFault(config, store),
    lastBackup: (await readLastBackup(store)) ?? 'none',
    backupAttempt: await readBackupAttempt(store),
    plans: await storedPlans(store),
  };
}

function describePlace(engine: string, databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return `${engine} in the data folder`;
  return `${engine} at ${nameOfPostgresAddress(databaseUrl)} by DATABASE_URL`;
}

/** Between machines, others may read the connection or impersonate the database. */
function examineLink(link: Link | undefined): readonly Finding[] {
  if (link === undefined || link.protection === 'local' || link.protection === 'verified')
    return [];
  if (isLoopback(new URL(`postgres://${link.host}`).hostname)) return [];
  const found = `the connection to ${link.host} is ${wordsOfLink(link)}`;
  const remedy =
    'set sslmode=verify-full in DATABASE_URL, and BARAZA_DATABASE_CA if it uses your own authority';
  return [missing('encryption', found, remedy)];
}

/** Why the file cannot be opened. */
function examineFile(file: string): Finding | undefined {
  try {
    const { header, bytes } = readHeader(file);
    if (bytes === 0) return missing(name, 'an empty database', 'the first start fills it');
    if (!header.toString('latin1').startsWith('SQLite format 3\0'))
      return failing(name, `${file} is not a database`, restore);
    if (bytes < pagesOf(header) * pageBytesOf(header))
      return failing(name, `${file} is cut off`, restore);
    return undefined;
  } catch (error) {
    return isMissing(error) || codeOf(error) === 'ENOTDIR'
      ? missing(name, 'no database yet', 'the first start creates it')
      : failing(name, `${file} cannot be read`, restore);
  }
}

function readHeader(file: string): { readonly header: Buffer; readonly bytes: number } {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    readSync(handle, header, 0, header.length, 0);
    return { header, bytes: fstatSync(handle).size };
  } finally {
    closeSync(handle);
  }
}

function pageBytesOf(header: Buffer): number {
  const storedBytes = header.readUInt16BE(16);
  return storedBytes === 1 ? 65_536 : storedBytes;
}

// The page count is valid only when both change counters are equal (SQLite file format).
function pagesOf(header: Buffer): number {
  return header.readUInt32BE(24) === header.readUInt32BE(92) ? header.readUInt32BE(28) : 0;
}

// Checks of what is in the store: a copy under way, its pepper, its objects, and the processes on it.

const clockDifferenceMsMax = 5_000;

export async function examineContents(
  config: Config,
  store: ReadOnlyStore,
  clock: Clock = systemClock,
): Promise<readonly Finding[]> {
  const findings = [...(await examineCopy(store)), ...(await examineLocation(config, store))];
  if (store.engine === 'sqlite') return findings;
  const beforeMs = clock();
  const state = await readServerState(store);
  const processes = await runningProcesses(store, clock());
  const folders = new Set(processes.map(({ folder }) => folder)).size;
  const places = processes.map(
    ({ address, folder }) => `${address || 'starting'} (folder ${folder})`,
  );
  const found = `${processes.length} on the database, ${folders} data folders: ${places.join(', ')}`;
  const running = ok(
    'processes',
    processes.length === 0 ? 'none is running on the database' : found,
  );
  return [
    ...findings,
    running,
    examineClocks(state.nowMs, beforeMs, clock()),
    examineConnections(config, state, Math.max(1, processes.length)),
  ];
}

/** Why the configured pepper is not the pepper of the store. Another check reports a file that cannot be read. */
async function pepperFault(config: Config, store: ReadOnlyStore): Promise<string | undefined> {
  try {
    const bytes = readPepper(dataPaths(config.dataFolder), config.pepperFile, false);
    await assertPepper(store, pepperOf(config, bytes));
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  return undefined;
}

async function examineCopy(store: ReadOnlyStore): Promise<readonly Finding[]> {
  const restoring = await readRestoring(store);
  if (restoring !== undefined) {
    const found = `a restore into this database has not ended (begun ${restoring})`;
    return [failing('restore', found, restoreAgain)];
  }
  const since = await readCopying(store);
  if (since === undefined) return [];
  const found = `a copy into this database has not ended (begun ${since})`;
  return [failing('copy', found, 'run the same baraza copy again to complete it')];
}

async function examineLocation(
  { blobUrl, dataFolder }: Config,
  store: ReadOnlyStore,
): Promise<readonly Finding[]> {
  const name = 'objects';
  const known = await readObjectsLocation(store);
  if (known === undefined || !(await hasObjects(store))) return [];
  const here = blobUrl === undefined ? 'files in the data folder' : nameOfS3Address(blobUrl);
  if (here !== known.place) {
    const found = `the database has its objects in ${known.place}, but the settings name ${here}`;
    return [failing(name, found, 'set BLOB_URL accordingly, or move them with baraza copy')];
  }
  if (blobUrl !== undefined) return [];
  const owner = path.join(dataPaths(dataFolder).blobs, 'owner');
  if (existsSync(owner) && readFileSync(owner, 'utf8').trim() === known.id) return [];
  const found = 'the objects of the database are in another data folder';
  return [failing(name, found, 'set BARAZA_DATA to that folder')];
}

function examineClocks(databaseMs: number, beforeMs: number, afterMs: number): Finding {
  const name = 'clocks';
  const aheadMs = Math.max(beforeMs - databaseMs, 0) - Math.max(databaseMs - afterMs, 0);
  if (Math.abs(aheadMs) <= clockDifferenceMsMax)
    return ok(name, 'this machine and the database agree on the time');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const found = `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database`;
  return failing(name, found, 'set both by NTP (timedatectl set-ntp true)');
}

function examineConnections(
  { databaseConnectionsMax }: Config,
  { connectionsMax, reserved }: ServerState,
  processes: number,
): Finding {
  const name = 'connections';
  // Each process has one more connection, which listens to the other processes.
  const needed = processes * (databaseConnectionsMax + 1);
  const free = connectionsMax - reserved;
  const each = `${processes} × (${databaseConnectionsMax} + 1)`;
  const found = `up to ${each} = ${needed} of the ${free} that the database allows`;
  if (needed <= free) return ok(name, found);
  const remedy = 'raise max_connections of PostgreSQL, or lower BARAZA_DATABASE_CONNECTIONS';
  return failing(name, found, remedy);
}
