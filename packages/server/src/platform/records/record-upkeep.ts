/**
 * Work on all records of a resource, in steps of short transactions: writing the keys of a new index, and deleting
 * the records of a deleted resource. A row in the store says that it is wanted, so that it survives a restart.
 */
import type { Log } from '../../kernel/log.ts';
import {
  deleteHidden,
  deleteSomeRecords,
  deleteUpkeep,
  holdForUpkeep,
  insertUpkeep,
  pendingUpkeep,
  rowsWithKeys,
  setIndexes,
  setKeys,
} from '../../store/platform/record-upkeep.ts';
import type { RecordKeys } from '../../store/platform/records.ts';
import type { Store, Writer } from '../../store/store.ts';
import { assignmentOf, keyMaker, readIndexes } from './record-index.ts';

export interface RecordUpkeep {
  /** Does all that is wanted, soon. */
  readonly wake: () => void;
  /** Resolves when nothing is left to do, or when it has failed. */
  readonly idle: () => Promise<void>;
  /** Ends after the running step; the rest is done after the next start. */
  readonly stop: () => Promise<void>;
}

export function createRecordUpkeep({ store, log }: { store: Store; log: Log }): RecordUpkeep {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  const work = async (): Promise<void> => {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        for (const id of await pendingUpkeep(store)) {
          if (isStopped) return;
          await keepUp(store, id, () => isStopped);
          // There may be more than one look gives.
          isWanted = true;
        }
      }
    } catch (cause) {
      log.warn('records are indexed or deleted later', { cause });
    } finally {
      running = undefined;
    }
  };
  const wake = () => {
    if (isStopped) return;
    isWanted = true;
    running ??= work();
  };
  const idle = async () => {
    while (running !== undefined) await running;
  };
  return {
    wake,
    idle,
    stop: async () => {
      isStopped = true;
      await idle();
    },
  };
}

/** Has the work done after the commit of this transaction. */
export async function requestUpkeep(
  { recordUpkeep }: { readonly recordUpkeep: RecordUpkeep },
  tx: Writer,
  resourceId: string,
): Promise<void> {
  await insertUpkeep(tx, resourceId);
  tx.afterCommit(recordUpkeep.wake);
}

// So many of the largest records take about 15 ms on a slow core.
const indexedAtOnce = 64;
const deletedAtOnce = 200;

/** Where the writing of keys has come to, and for which indexes. */
interface Progress {
  readonly assignment: string;
  readonly afterId: string;
}

async function keepUp(store: Store, id: string, isStopped: () => boolean): Promise<void> {
  let progress: Progress | 'done' | undefined;
  while (progress !== 'done' && !isStopped()) {
    const before: Progress | undefined = progress;
    progress = await store.write((tx) => takeStep(tx, id, before));
  }
}

async function takeStep(
  tx: Writer,
  id: string,
  progress: Progress | undefined,
): Promise<Progress | 'done'> {
  const resource = await holdForUpkeep(tx, id);
  if (resource === undefined) return 'done';
  if (resource.removed_at !== null) {
    const deleted = await deleteSomeRecords(tx, id, deletedAtOnce);
    if (deleted === deletedAtOnce) return { assignment: '', afterId: '' };
    await deleteHidden(tx, id);
    return 'done';
  }
  const assignment = assignmentOf(resource.indexes);
  // Other indexes than at the step before: the records before it have not their keys.
  const afterId = progress?.assignment === assignment ? progress.afterId : '';
  const lastId = await writeKeys(tx, id, resource.indexes, afterId);
  if (lastId !== undefined) return { assignment, afterId: lastId };
  const ready = readIndexes(resource.indexes).map((index) => ({ ...index, isReady: true }));
  if (ready.length > 0) await setIndexes(tx, id, JSON.stringify(ready));
  await deleteUpkeep(tx, id);
  return 'done';
}

/** The last record of the step; undefined when there is none behind it. */
async function writeKeys(
  tx: Writer,
  resourceId: string,
  indexes: string | null,
  afterId: string,
): Promise<string | undefined> {
  const makeKeys = keyMaker(resourceId, indexes);
  if (makeKeys === undefined) return undefined;
  const rows = await rowsWithKeys(tx, resourceId, afterId, indexedAtOnce);
  for (const { id, record, key1, key2, key3, key4, key5 } of rows) {
    const keys = makeKeys(JSON.parse(record));
    if (!isSame(keys, [key1, key2, key3, key4, key5])) await setKeys(tx, resourceId, id, keys);
  }
  return rows.length < indexedAtOnce ? undefined : rows.at(-1)?.id;
}

function isSame(one: RecordKeys, other: RecordKeys): boolean {
  return one.every((key, at) => key === other[at]);
}
