/** Checks of what is in the store: a copy under way, its pepper, its objects, and the processes on it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReadOnlyStore } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { dataPaths } from '../../data-folder.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { nameOfS3Address } from '../../kernel/formats/s3-address.ts';
import { Problem } from '../../kernel/problem.ts';
import { assertPepper, pepperOf, readPepper } from '../../pepper.ts';
import { readServerState, type ServerState } from '../../store/postgres/postgres-server.ts';
import {
  hasObjects,
  readCopying,
  readObjectsLocation,
  readRestoring,
  restoreAgain,
} from '../../store/processes/installation.ts';
import { runningProcesses } from '../../store/processes/processes.ts';
import { type Finding, failing, ok } from './doctor-check.ts';

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
  const saw = `${processes.length} on the database, ${folders} data folders: ${places.join(', ')}`;
  const running = ok('processes', processes.length === 0 ? 'none is running on the database' : saw);
  return [
    ...findings,
    running,
    examineClocks(state.nowMs, beforeMs, clock()),
    examineConnections(config, state, Math.max(1, processes.length)),
  ];
}

/** Why the configured pepper is not the pepper of the store. Another check reports a file that cannot be read. */
export async function pepperFault(
  config: Config,
  store: ReadOnlyStore,
): Promise<string | undefined> {
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
    const saw = `a restore into this database has not ended (begun ${restoring})`;
    return [failing('restore', saw, restoreAgain)];
  }
  const since = await readCopying(store);
  if (since === undefined) return [];
  const saw = `a copy into this database has not ended (begun ${since})`;
  return [failing('copy', saw, 'run the same baraza copy again to complete it')];
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
    const saw = `the database has its objects in ${known.place}, but the settings name ${here}`;
    return [failing(name, saw, 'set BLOB_URL accordingly, or move them with baraza copy')];
  }
  if (blobUrl !== undefined) return [];
  const owner = path.join(dataPaths(dataFolder).blobs, 'owner');
  if (existsSync(owner) && readFileSync(owner, 'utf8').trim() === known.id) return [];
  const saw = 'the objects of the database are in another data folder';
  return [failing(name, saw, 'set BARAZA_DATA to that folder')];
}

function examineClocks(databaseMs: number, beforeMs: number, afterMs: number): Finding {
  const name = 'clocks';
  const aheadMs = Math.max(beforeMs - databaseMs, 0) - Math.max(databaseMs - afterMs, 0);
  if (Math.abs(aheadMs) <= clockDifferenceMsMax)
    return ok(name, 'this machine and the database agree on the time');
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const saw = `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database`;
  return failing(name, saw, 'set both by NTP (timedatectl set-ntp true)');
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
  const saw = `up to ${each} = ${needed} of the ${free} that the database allows`;
  if (needed <= free) return ok(name, saw);
  const remedy = 'raise max_connections of PostgreSQL, or lower BARAZA_DATABASE_CONNECTIONS';
  return failing(name, saw, remedy);
}
