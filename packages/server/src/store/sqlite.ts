import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createGroupCommit } from './group-commit.ts';
import { type Connection, connect, readerOf } from './sqlite-connection.ts';
import { createFlattener, type Flat, type Query, type Snapshot, type Store } from './store.ts';

const snapshotsMax = 64;
const snapshotsKept = 4;
const batchRows = 64;

/**
 * SQLite in one file: WAL, every commit synced before it is acknowledged. One connection writes in
 * groups, another reads, so that nobody sees rows of a group that may still fail.
 */
export function openSqlite(file: string): Store {
  const flatten = createFlattener('sqlite');
  const writer = connect(file, false);
  const reader = connect(file, true);
  const commits = createGroupCommit(writer, flatten);
  const snapshots = createSnapshotPool(() => connect(file, true), flatten);
  return {
    engine: 'sqlite',
    ...readerOf(reader, flatten),
    write: commits.enqueue,
    snapshot: snapshots.hold,
    script: async (statements) => {
      await commits.idle();
      writer.raw.transaction(() => {
        for (const statement of statements) writer.raw.exec(statement);
      })();
    },
    close: async () => {
      await commits.close();
      snapshots.close();
      reader.raw.close();
      writer.raw.close();
    },
  };
}

/**
 * A whole copy of one moment under another name, also while the file is in use. The name appears
 * when the copy is complete and would survive a power cut.
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
  await sync(temporary);
  await rename(temporary, target);
  await sync(path.dirname(target));
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function createSnapshotPool(openOne: () => Connection, flatten: (query: Query) => Flat) {
  const idle: Connection[] = [];
  const waiting: (() => void)[] = [];
  let held = 0;
  let closed = false;

  const hold = async <Result>(job: (view: Snapshot) => Promise<Result>): Promise<Result> => {
    while (held >= snapshotsMax) await new Promise<void>((resolve) => waiting.push(resolve));
    held += 1;
    let connection: Connection | undefined;
    try {
      connection = idle.pop() ?? openOne();
      return await look(connection, job);
    } finally {
      held -= 1;
      waiting.shift()?.();
      if (connection !== undefined) release(connection);
    }
  };

  const look = <Result>(connection: Connection, job: (view: Snapshot) => Promise<Result>) => {
    connection.prepare('BEGIN').run();
    return job({
      ...readerOf(connection, flatten),
      each: (query) => eachRow(connection, flatten(query)),
    });
  };

  const release = (connection: Connection): void => {
    if (connection.raw.inTransaction) connection.prepare('COMMIT').run();
    if (!closed && idle.length < snapshotsKept) idle.push(connection);
    else connection.raw.close();
  };

  return {
    hold,
    close: () => {
      closed = true;
      for (const connection of idle.splice(0)) connection.raw.close();
    },
  };
}

async function* eachRow<Row>(connection: Connection, { text, values }: Flat) {
  let batch: Row[] = [];
  for (const row of connection.prepare(text).iterate(...values)) {
    batch.push(row as Row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
