import { randomUUID } from 'node:crypto';
import { systemClock } from '../kernel/clock.ts';
import { conflict, Problem } from '../kernel/problem.ts';
import type { Config } from '../setup/config.ts';
import { dataPaths, folderId } from '../setup/data-folder.ts';
import {
  joinProcesses,
  leaveProcesses,
  type ProcessRow,
  processBeatMs,
  renewProcess,
  runningProcesses,
} from '../store/processes/processes.ts';
import type { Writer } from '../store/store.ts';
import { type Installation, openStoreReadOnly } from './assemble.ts';
import type { Job } from './jobs.ts';

type Parts = Pick<Installation, 'store' | 'clock' | 'paths'>;

/**
 * Joins the processes on the database; a job renews the entry of this one every few seconds. `assertAllowed` gets the
 * other running processes and may refuse the start by throwing.
 */
export async function joinOtherProcesses(
  { store, clock, paths }: Parts,
  assertAllowed: (others: readonly ProcessRow[], folder: string) => void,
) {
  const me = { id: randomUUID(), folder: folderId(paths), address: '' };
  await store.write(async (tx) => assertAllowed(await joinProcesses(tx, me, clock()), me.folder));
  const renew = async (tx: Writer) => {
    if ((await renewProcess(tx, me, clock())) === 0) await joinProcesses(tx, me, clock());
  };
  const job: Job = {
    name: 'presence',
    everyMs: processBeatMs,
    run: () => store.write(renew),
  };
  return {
    id: me.id,
    /** Renews the entry; stopped before this process leaves. */
    job,
    /** The next renewal publishes the address of this process to the others. */
    announceAddress: (url: string) => {
      me.address = url;
    },
    leave: async () => {
      await store.write((tx) => leaveProcesses(tx, me.id)).catch(() => {});
    },
  };
}

/**
 * For a start that failed: if other processes serve the database with objects in another folder, that is the cause to
 * report; a missing pepper is only a consequence.
 */
export async function findBlobStoreConflict(config: Config): Promise<Problem | undefined> {
  if (config.databaseUrl === undefined || config.blobUrl !== undefined) return undefined;
  const paths = dataPaths(config.dataFolder);
  try {
    const store = await openStoreReadOnly(config, paths);
    try {
      assertNotSplit(config)(await runningProcesses(store, systemClock()), folderId(paths));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return error;
  }
  return undefined;
}

/** Refuses processes with different data folders: without shared storage, each would have only some of the objects. */
export function assertNotSplit({ blobUrl }: Config) {
  return (others: readonly ProcessRow[], folder: string): void => {
    const other = others.find((process) => process.folder !== folder);
    if (blobUrl !== undefined || other === undefined) return;
    const where = other.address === '' ? '' : ` at ${other.address}`;
    throw conflict(
      `Another process${where} runs on the database of DATABASE_URL with another data folder; set BLOB_URL to the ` +
        'same bucket for all of them, since objects in data folders would be split.',
    );
  };
}
