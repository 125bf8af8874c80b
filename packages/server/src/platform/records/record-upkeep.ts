/**
 * Work on all records of a resource, in steps of short transactions: writing the keys of a new index, and deleting
 * the records of a deleted resource. A row in the store requests it and holds its progress, so that it
 * survives a restart. Owners take turns, and so do the resources of an owner.
 */
import type { Log } from '../../kernel/log.ts';
import {
  deleteHidden,
  deleteSomeRecords,
  deleteUpkeep,
  holdForUpkeep,
  insertUpkeep,
  rowsWithKeys,
  setIndexes,
  setKeys,
  setUpkeepProgress,
  upkeepAfter,
  upkeepOwnerAfter,
  upkeepProgress,
} from '../../store/platform/record-upkeep.ts';
import type { RecordKeys } from '../../store/platform/records.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { keyMaker, readIndexes } from './record-index.ts';

export interface RecordUpkeep {
  /** Starts all requested work soon. */
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
  const turns = createTurns(store);
  const work = async (): Promise<void> => {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        const id = await turns.next();
        if (id === undefined) continue;
        // There may be more than this step, of this resource or of others.
        isWanted = true;
        if (!isStopped) await store.write((tx) => takeStep(tx, id));
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

/** Has the work done after the commit of this transaction, from the first record on. */
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

/** Whose step is next. The place in the round may be lost in a restart: any start is fair. */
function createTurns(reader: Reader): { readonly next: () => Promise<string | undefined> } {
  let lastOwner = '';
  const lastOf = new Map<string, string>();
  const next = async () => {
    const owner =
      (await upkeepOwnerAfter(reader, lastOwner)) ?? (await upkeepOwnerAfter(reader, ''));
    if (owner === undefined) {
      lastOf.clear();
      return undefined;
    }
    const id =
      (await upkeepAfter(reader, owner, lastOf.get(owner) ?? '')) ??
      (await upkeepAfter(reader, owner, ''));
    lastOwner = owner;
    // Another process may have done the last one between the two queries.
    if (id === undefined) return next();
    lastOf.set(owner, id);
    return id;
  };
  return { next };
}

async function takeStep(tx: Writer, id: string): Promise<void> {
  const resource = await holdForUpkeep(tx, id);
  if (resource === undefined) return;
  if (resource.removed_at !== null) {
    const deleted = await deleteSomeRecords(tx, id, deletedAtOnce);
    if (deleted < deletedAtOnce) await deleteHidden(tx, id);
    return;
  }
  const afterId = await upkeepProgress(tx, id);
  if (afterId === undefined) return;
  const lastId = await writeKeys(tx, id, resource.indexes, afterId);
  if (lastId !== undefined) {
    await setUpkeepProgress(tx, id, lastId);
    return;
  }
  const ready = readIndexes(resource.indexes).map((index) => ({ ...index, isReady: true }));
  if (ready.length > 0) await setIndexes(tx, id, JSON.stringify(ready));
  await deleteUpkeep(tx, id);
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
