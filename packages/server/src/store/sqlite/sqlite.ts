import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseRoom } from '../../kernel/disk/disk-room.ts';
import { syncPath } from '../../kernel/sync-path.ts';
import { createSnapshotQueue } from '../snapshot-queue.ts';
import {
  createFlattener,
  type Flat,
  type Query,
  type Reader,
  type Snapshot,
  type Store,
} from '../store.ts';
import { createGroupCommit } from './group-commit.ts';
import {
  connect,
  isLong,
  quickCheck,
  readerOf,
  type SqliteConnection,
} from './sqlite-connection.ts';
import { createScans } from './sqlite-scans.ts';
import { createUpkeep } from './sqlite-upkeep.ts';

const streaming = { atOnce: 64, ofOneMax: 8 };
// To open one costs as much as a short list.
const connectionsKept = 8;
const viewCacheKilobytes = 4_000;
const batchRows = 64;

/**
 * SQLite in one file: WAL, every commit fsynced before it is acknowledged. One connection writes with group
 * commit, another reads, so that uncommitted rows of a group are never seen.
 */
export function openSqlite(file: string): Store {
  const flatten = createFlattener('sqlite');
  const writer = connect(file, false);
  const reader = connect(file, true);
  const commits = createGroupCommit(writer, flatten);
  const views = createViews(() => connect(file, true, viewCacheKilobytes), flatten);
  const readSlots = createSlots(readSlotsMax);
  const snapshots = createSnapshotQueue(streaming);
  const scans = createScans(file, flatten);
  const upkeep = createUpkeep(file, { reader, writer }, commits.alone);
  return {
    engine: 'sqlite',
    otherProcesses: undefined,
    commitsAbout: commits.commitsAbout,
    ...committedReader(writer, reader, flatten),
    write: (job) => {
      upkeep.wake();
      return commits.enqueue(job);
    },
    read: (job) => readSlots.run(() => views.use(job)),
    snapshot: (account, job) => snapshots.run(() => views.use(job), { account }),
    scan: scans.reader,
    script: async (statements) => {
      await commits.idle();
      writer.raw.transaction(() => {
        for (const statement of statements) writer.raw.exec(statement);
      })();
    },
    room: () => {
      const room = roomIn(file, reader, writer);
      // Where writes are refused, none of them begins the checkpoint.
      if (room.owedBytes > 0) upkeep.wake();
      return room;
    },
    load: commits.load,
    close: async () => {
      await commits.close();
      await upkeep.close();
      await scans.close();
      views.close();
      reader.raw.close();
      writer.raw.close();
    },
  };
}

/** Pages are first written to the WAL: the file grows by the new ones later. */
function roomIn(
  file: string,
  { prepare }: SqliteConnection,
  { raw }: SqliteConnection,
): DatabaseRoom {
  const found = prepare(
    `SELECT page_size AS bytes, page_count AS pages, freelist_count AS spare
      FROM pragma_page_size, pragma_page_count, pragma_freelist_count`,
  ).get();
  const { bytes, pages, spare } = found as { bytes: number; pages: number; spare: number };
  const owedBytes = Math.max(0, pages * bytes - statSync(file).size);
  const settle = () => {
    if (raw.inTransaction) return;
    try {
      raw.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // Such as a disk that is full again: later checkpoints go on.
    }
  };
  return { owedBytes, spareBytes: spare * bytes, settle };
}

/**
 * Reads committed data. Between groups the writer connection is used, whose page cache holds the pages it
 * wrote; the cache of the reader is invalidated by every commit.
 */
function committedReader(
  writer: SqliteConnection,
  reader: SqliteConnection,
  flatten: (query: Query) => Flat,
): Reader {
  const prepare = (text: string) => {
    const statement = (writer.raw.inTransaction ? reader : writer).prepare(text);
    if (!statement.readonly) throw new Error('a change was asked of a reader');
    return statement;
  };
  return readerOf({ prepare }, flatten);
}

// Each has a connection with its own cache.
const readSlotsMax = 24;

/** Limits how many jobs run at once; the others wait in order. */
function createSlots(slotsMax: number) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async <Result>(job: () => Promise<Result>): Promise<Result> => {
      if (taken < slotsMax) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        if (next === undefined) taken -= 1;
        else next();
      }
    },
  };
}

/** Rejects a file as `quickCheck` does. */
export function assertSound(file: string): void {
  if (!existsSync(file) || isLong(file)) return;
  const connection = connect(file, false);
  try {
    quickCheck(connection);
  } finally {
    connection.raw.close();
  }
}

/**
 * Copies the database as a snapshot to another file, also while it is in use. The name appears only when the
 * copy is complete and durable.
 */
export async function copySqlite(file: string, target: string): Promise<void> {
  const temporary = `${target}.part`;
  await rm(temporary, { force: true });
  const { raw } = connect(file, true);
  try {
    raw.prepare('VACUUM INTO ?').run(temporary);
  } finally {
    raw.close();
  }
  // SQLite does not sync what it writes here.
  await syncPath(temporary);
  await rename(temporary, target);
  await syncPath(path.dirname(target));
}

/** Pool of snapshot connections (one read transaction each); idle ones are kept for reuse. */
function createViews(openOne: () => SqliteConnection, flatten: (query: Query) => Flat) {
  const idle: SqliteConnection[] = [];
  let closed = false;

  const use = async <Result>(job: (view: Snapshot) => Promise<Result>): Promise<Result> => {
    const connection = idle.pop() ?? openOne();
    try {
      connection.prepare('BEGIN').run();
      return await job({
        ...readerOf(connection, flatten),
        each: (query) => eachRow(connection, flatten(query)),
      });
    } finally {
      release(connection);
    }
  };

  const release = (connection: SqliteConnection): void => {
    if (connection.raw.inTransaction) connection.prepare('COMMIT').run();
    if (!closed && idle.length < connectionsKept) idle.push(connection);
    else connection.raw.close();
  };

  return {
    use,
    close: () => {
      closed = true;
      for (const connection of idle.splice(0)) connection.raw.close();
    },
  };
}

async function* eachRow<Row>(connection: SqliteConnection, { text, values }: Flat) {
  let batch: Row[] = [];
  for (const row of connection.prepare(text).iterate(...values)) {
    batch.push(row as Row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
