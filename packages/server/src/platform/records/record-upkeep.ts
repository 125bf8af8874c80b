/**
 * Work on all records of a resource, in steps of short transactions: writing the keys of a new index, or the words of
 * searched fields, and deleting the records of a deleted resource; the same for the deliveries of a webhook that was
 * resumed or deleted. A row in the store requests it and holds its progress, so that it survives a restart. Owners take
 * turns, and so do the resources of an owner.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import {
  deleteSomeDeliveries,
  deletedAtOnce as deliveriesAtOnce,
} from '../../store/platform/deliveries.ts';
import {
  deleteHidden,
  deleteSomeRecords,
  deleteUpkeep,
  insertUpkeep,
  lockForUpkeep,
  rowsWithKeys,
  setIndexes,
  setKeys,
  setSearch,
  setUpkeepProgress,
  type UpkeepKind,
  upkeepAfter,
  upkeepOwnerAfter,
  upkeepProgress,
} from '../../store/platform/record-upkeep.ts';
import { deleteSomeWords, replaceWords, rowsWithWords } from '../../store/platform/record-words.ts';
import { hurryDeliveries } from '../../store/platform/webhooks.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { dropReferences } from './held-references.ts';
import { keyMaker, readIndexes } from './record-index.ts';
import { readySearch, wordMaker } from './record-words.ts';

interface UpkeepContext {
  readonly store: Store;
  readonly log: Log;
  readonly clock: Clock;
  /** Deliveries are due now. */
  readonly onDue?: () => void;
}

export type RecordUpkeep = ReturnType<typeof createRecordUpkeep>;

export function createRecordUpkeep(context: UpkeepContext) {
  const { store, log } = context;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  const kinds = (['rows', 'words'] as const).map((kind) => ({
    turns: createTurns(store, kind),
    step: kind === 'rows' ? takeStep : takeWordsStep,
  }));
  const work = async (): Promise<void> => {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        for (const { turns, step } of kinds) {
          const id = await turns.next();
          if (id === undefined) continue;
          // There may be more than this step, of this resource or of others.
          isWanted = true;
          if (!isStopped) await store.write((tx) => step(tx, id, context));
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
    /** Starts all requested work soon. */
    wake,
    /** Resolves when nothing is left to do, or when it has failed. */
    idle,
    /** Ends after the running step; the rest is done after the next start. */
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
  kind: UpkeepKind = 'rows',
): Promise<void> {
  await insertUpkeep(tx, kind, resourceId);
  tx.afterCommit(recordUpkeep.wake);
}

// This many of the largest records take about 15 ms on a slow core.
const indexedAtOnce = 64;
const deletedAtOnce = 200;
// SQLite writes the words of 128 KB of records in about 50 ms.
const wordsAtOnce = 16;
const wordsBytesMax = 128 * 1024;

/** Whose step is next. The position in the round may be lost in a restart: any start is fair. */
function createTurns(reader: Reader, kind: UpkeepKind) {
  let lastOwner = '';
  const lastOf = new Map<string, string>();
  const next = async () => {
    const owner =
      (await upkeepOwnerAfter(reader, kind, lastOwner)) ??
      (await upkeepOwnerAfter(reader, kind, ''));
    if (owner === undefined) {
      lastOf.clear();
      return undefined;
    }
    const id =
      (await upkeepAfter(reader, kind, owner, lastOf.get(owner) ?? '')) ??
      (await upkeepAfter(reader, kind, owner, ''));
    lastOwner = owner;
    // Another process may have done the last one between the two queries.
    if (id === undefined) return next();
    lastOf.set(owner, id);
    return id;
  };
  return { next };
}

async function takeStep(
  tx: Writer,
  id: string,
  { clock, onDue }: Pick<UpkeepContext, 'clock' | 'onDue'>,
): Promise<void> {
  const resource = await lockForUpkeep(tx, id);
  if (resource === undefined) return;
  if (resource.removed_at !== null) {
    const deleted = await deleteSomeRecords(tx, id, deletedAtOnce);
    if (deleted > 0) return;
    const gone = await deleteSomeDeliveries(tx, resource.owner_id, id);
    if (gone < deliveriesAtOnce) await deleteHidden(tx, id);
    return;
  }
  const afterId = await upkeepProgress(tx, 'rows', id);
  if (afterId === undefined) return;
  if (await dropReferences(tx, id, resource.refs)) return;
  const isIndexed = resource.indexes !== null;
  const lastId = isIndexed
    ? await writeKeys(tx, id, resource.indexes, afterId)
    : (await hurryDeliveries(tx, id, clock()))
      ? afterId
      : undefined;
  if (!isIndexed && onDue !== undefined) tx.afterCommit(onDue);
  if (lastId !== undefined) {
    await setUpkeepProgress(tx, 'rows', id, lastId);
    return;
  }
  const ready = readIndexes(resource.indexes).map((index) => ({ ...index, isReady: true }));
  if (ready.length > 0) await setIndexes(tx, id, JSON.stringify(ready));
  await deleteUpkeep(tx, 'rows', id);
}

async function takeWordsStep(tx: Writer, id: string): Promise<void> {
  const resource = await lockForUpkeep(tx, id);
  const afterId = await upkeepProgress(tx, 'words', id);
  if (resource === undefined || afterId === undefined) return;
  if (resource.removed_at !== null) {
    // The words are deleted with the records.
    await deleteUpkeep(tx, 'words', id);
    return;
  }
  const makeWords = wordMaker(id, resource.search);
  if (makeWords === undefined) {
    const deleted = await deleteSomeWords(tx, id, wordsAtOnce);
    if (deleted < wordsAtOnce) await deleteUpkeep(tx, 'words', id);
    return;
  }
  const rows = await rowsWithWords(tx, id, afterId, wordsAtOnce);
  let bytes = 0;
  for (const [at, row] of rows.entries()) {
    const words = makeWords(JSON.parse(row.record));
    if (words !== row.words) await replaceWords(tx, id, { id: row.id, words });
    bytes += row.record.length;
    const isLast = at === rows.length - 1;
    if (isLast ? rows.length < wordsAtOnce : bytes < wordsBytesMax) continue;
    await setUpkeepProgress(tx, 'words', id, row.id);
    return;
  }
  await setSearch(tx, id, readySearch(resource.search));
  await deleteUpkeep(tx, 'words', id);
}

/** Returns the last record of the step; undefined if no further record follows. */
async function writeKeys(tx: Writer, resourceId: string, indexes: string | null, afterId: string) {
  const makeKeys = keyMaker(resourceId, indexes);
  if (makeKeys === undefined) return undefined;
  const rows = await rowsWithKeys(tx, resourceId, afterId, indexedAtOnce);
  for (const row of rows) {
    const { key1, key2, key3, key4, key5 } = row;
    const stored = [key1, key2, key3, key4, key5];
    const keys = makeKeys(row, JSON.parse(row.record));
    if (keys.some((key, at) => key !== stored[at])) await setKeys(tx, resourceId, row.id, keys);
  }
  return rows.length < indexedAtOnce ? undefined : rows.at(-1)?.id;
}
