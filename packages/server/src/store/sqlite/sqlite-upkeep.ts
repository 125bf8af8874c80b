/**
 * Work on the file whose length depends on what is stored, in a thread: merging the segments of the full-text index,
 * and checkpoints of the WAL. A thread that writes blocks other writes, so each of its steps has a turn among them.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { SqliteConnection } from './sqlite-connection.ts';
import { createThread } from './sqlite-scans.ts';

const delayMs = 200;
// A checkpoint every 32 MB of WAL instead of every 4 MB copies pages that every write touches less often. Where less
// is free, the WAL gets a small part of it: a deletion needs room there before it can free any.
const walPagesMax = 8_000;
const walPagesMin = 32;
const walShare = 1 / 16;
const pageBytes = 4_096;
// With the header of each page, and that of the file.
const walBytesMin = 32 + walPagesMin * (24 + pageBytes);
// By so many times is a checkpoint late before a writer makes it itself.
const lateTimes = 3;
// About 20 ms, while other writes wait.
const mergedPages = 32;
// Above this number of segments a turn takes up to `turnMs`. Above the second one it ends only below it: FTS5 refuses
// writes at 2,000 segments, so writes that are faster than merges wait instead.
const segmentsMany = 200;
const segmentsMax = 600;
const turnMs = 150;

export function createUpkeep(
  file: string,
  { reader, writer }: { readonly reader: SqliteConnection; readonly writer: SqliteConnection },
  /** Runs the work while no other write does. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>,
) {
  const thread = createThread({ file, isReadonly: false });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  /** The segments of the full-text index after its last merge; at first as they were found. */
  let merged: number | undefined;

  const execute = (text: string) => thread.execute({ text, values: [] });

  let walPages = 0;
  const isNearlyFull = () => walPages === walPagesMin;
  const limitWal = (): void => {
    const { bavail, bsize } = statfsSync(path.dirname(file));
    const pages = Math.floor((bavail * bsize * walShare) / pageBytes);
    const wanted = Math.min(Math.max(pages, walPagesMin), walPagesMax);
    if (wanted === walPages) return;
    walPages = wanted;
    writer.raw.pragma(`wal_autocheckpoint = ${walPages * lateTimes}`);
    // After a long read has ended, the WAL becomes as short again.
    writer.raw.pragma(`journal_size_limit = ${Math.max(walPages * pageBytes, walBytesMin)}`);
  };
  limitWal();
  keepWalBytes(`${file}-wal`);

  const checkpoint = async (): Promise<void> => {
    limitWal();
    keepWalBytes(`${file}-wal`);
    const [state] = reader.prepare('PRAGMA wal_checkpoint(NOOP)').all() as [Checkpoint];
    // A deletion may have only the room of what was copied.
    const pagesMin = isNearlyFull() ? 1 : walPages;
    if (state.log - state.checkpointed < pagesMin) return;
    await execute('PRAGMA wal_checkpoint(PASSIVE)');
    // SQLite begins the WAL again only if all of it has been copied: also what was written meanwhile.
    await alone(() => execute('PRAGMA wal_checkpoint(PASSIVE)'));
  };

  /** Returns false if there is nothing to merge. */
  const mergeSome = async (): Promise<boolean> => {
    if (segments() === merged) return false;
    await alone(async () => {
      const startedMs = performance.now();
      const isDue = (segments: number) =>
        segments > segmentsMax ||
        (segments > segmentsMany && performance.now() - startedMs < turnMs);
      do {
        const before = await changes();
        await execute(
          `INSERT INTO record_search (record_search, rank) VALUES ('merge', ${mergedPages})`,
        );
        // FTS5 counts one change for the statement itself.
        if ((await changes()) - before < 2) {
          merged = segments();
          return;
        }
      } while (isDue(segments() ?? 0));
    });
    return true;
  };

  const changes = async (): Promise<number> => {
    const [row] = (await execute('SELECT total_changes() AS total')) as [{ total: number }];
    return row.total;
  };

  /** Counted by one search for each segment: an index has a row for each of its pages. */
  const segments = (): number | undefined => {
    // Before the migration that creates the index there is none.
    const table = reader.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'record_search'");
    if (table.get() === undefined) return undefined;
    const row = reader.prepare(segmentCount).get();
    return (row as { readonly segments: number }).segments;
  };

  const work = async (): Promise<void> => {
    try {
      do await checkpoint();
      while (!isClosed && (await mergeSome()));
    } catch {
      // Such as a full disk: tried again after the next write.
    }
    running = undefined;
  };

  return {
    /** To be called for every write. */
    wake: () => {
      if (isClosed || timer !== undefined) return;
      merged ??= segments();
      timer = setTimeout(
        () => {
          timer = undefined;
          running ??= work();
        },
        // The next deletion may need the room of this one.
        isNearlyFull() ? 0 : delayMs,
      ).unref();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
      await thread.close();
    },
  };
}

/**
 * Makes the WAL as long as a deletion needs it, if it is shorter: a WAL that begins empty on a full disk could not grow
 * for the first one. SQLite writes over what it has not written itself, and never reads it.
 */
function keepWalBytes(wal: string): void {
  let handle: number | undefined;
  try {
    // Not made here: SQLite makes it with the permissions of its database.
    handle = openSync(wal, constants.O_WRONLY | constants.O_APPEND);
    const { size } = fstatSync(handle);
    // Random, since a file system may compress zeros to nothing.
    if (size < walBytesMin) writeSync(handle, randomBytes(walBytesMin - size));
  } catch {
    // Such as a full disk: tried again before the next checkpoint.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

const segmentCount = `
  WITH RECURSIVE segment (id) AS (
    SELECT min(segid) FROM record_search_idx
    UNION ALL
    SELECT (SELECT min(segid) FROM record_search_idx WHERE segid > id) FROM segment
      WHERE id IS NOT NULL
  )
  SELECT count(id) AS segments FROM segment`;

interface Checkpoint {
  readonly log: number;
  readonly checkpointed: number;
}
