/** What the processes on one database tell each other of their backups: each has the files of its own data folder. */
import { hostname } from 'node:os';
import { type BackupList, dayMs } from '@baraza/contract';
import { type DataPaths, folderId } from '../data-folder.ts';
import type { Clock } from '../kernel/clock.ts';
import {
  deleteBackupCatalog,
  readBackupCatalogs,
  writeBackupCatalog,
} from '../store/processes/installation.ts';
import { livingProcesses } from '../store/processes/processes.ts';
import type { Store } from '../store/store.ts';

/** The backups of one data folder. */
export type OneShelf = Pick<BackupList, 'backups' | 'running' | 'failed'>;

interface SharedShelf {
  readonly tell: (own: OneShelf) => Promise<void>;
  /** Those of the others; what a process that is dead was doing has ended. */
  readonly others: () => Promise<readonly OneShelf[]>;
}

// A data folder that has not spoken for so long is gone, and its files with it.
const keptMs = 30 * dayMs;

interface Told extends OneShelf {
  readonly toldAt: number;
}

export function shareShelf(
  store: Store,
  paths: Pick<DataPaths, 'identity'>,
  clock: Clock,
): SharedShelf {
  if (store.others === undefined) return { tell: async () => {}, others: async () => [] };
  const me = folderId(paths);
  const read = async () =>
    (await readBackupCatalogs(store))
      .filter(({ id }) => id !== me)
      .map(({ id, value }) => ({ id, told: JSON.parse(value) as Told }));
  return {
    tell: async (own) => {
      const gone = (await read()).filter(({ told }) => told.toldAt < clock() - keptMs);
      const told: Told = { ...own, toldAt: clock() };
      await store.write(async (tx) => {
        for (const { id } of gone) await deleteBackupCatalog(tx, id);
        await writeBackupCatalog(tx, me, JSON.stringify(told));
      });
    },
    others: async () => {
      const living = new Set((await livingProcesses(store, clock())).map(({ folder }) => folder));
      return (await read()).map(({ id, told: { backups, running, failed } }) => ({
        backups,
        running: living.has(id) ? running : null,
        failed,
      }));
    },
  };
}

/** The name of this machine, as the others are told it. */
export const machine = hostname();
