import { type Breathe, createBreathe } from '../../kernel/breathe.ts';
import { codeOf } from '../../kernel/fault.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Hint } from '../hints.ts';
import type { Flat, Query, Writer } from '../store.ts';
import { readerOf, type SqliteConnection } from './sqlite-connection.ts';

const waitingMax = 20_000;
const groupMax = 512;
// A group takes no more jobs after this time: its first job waits for all of them.
const groupMs = 25;
// A job of many statements lets the event loop turn after this time. The transaction stays open meanwhile.
const sliceMs = 10;

interface Waiting {
  readonly job: (tx: Writer) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type JobResult =
  | { readonly ok: true; readonly result: unknown; readonly committed: readonly (() => void)[] }
  | { readonly ok: false; readonly error: unknown };

/**
 * Group commit: writes that arrive together share one commit and one fsync. Each has its own savepoint, so
 * that a failing one is rolled back alone. No write resolves before the commit.
 */
export function createGroupCommit(connection: SqliteConnection, flatten: (query: Query) => Flat) {
  const waiting: Waiting[] = [];
  const waitingAlone: (() => Promise<void>)[] = [];
  const commits = new Map<Hint['about'], number>();
  const commitsAbout = (topic: Hint['about']) => commits.get(topic) ?? 0;
  const breathe = createBreathe(sliceMs);
  let running: Promise<void> | undefined;
  let closed = false;

  const enqueue = <Result>(job: (tx: Writer) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (closed) reject(new Problem('draining', 'The server is stopping; try again shortly.'));
      else if (waiting.length >= waitingMax)
        reject(new Problem('busy', 'Too many writes are waiting; try again shortly.'));
      else {
        waiting.push({ job, resolve: resolve as (result: unknown) => void, reject });
        running ??= flush();
      }
    });

  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new Problem('draining', 'The server is stopping; try again shortly.'));
        return;
      }
      waitingAlone.push(() => work().then(resolve, reject));
      running ??= flush();
    });

  const flush = async (): Promise<void> => {
    while (waiting.length > 0 || waitingAlone.length > 0) {
      // Deferred, so that requests of the same event loop turn join this group.
      await new Promise((resolve) => setImmediate(resolve));
      if (waiting.length > 0) await commitGroup(waiting.splice(0, groupMax));
      await waitingAlone.shift()?.();
    }
    running = undefined;
  };

  const commitGroup = async (group: Waiting[]): Promise<void> => {
    const results: JobResult[] = [];
    const startedMs = performance.now();
    try {
      rollBack();
      connection.prepare('BEGIN IMMEDIATE').run();
      for (const { job } of group) {
        results.push(await attempt(job));
        if (performance.now() - startedMs > groupMs) break;
      }
      waiting.unshift(...group.splice(results.length));
      connection.prepare('COMMIT').run();
    } catch (error) {
      const refusal = unwritable(error);
      for (const { reject } of group) reject(refusal);
      rollBack();
      return;
    }
    group.forEach(({ resolve, reject }, index) => {
      const done = results[index];
      if (done?.ok) {
        for (const callback of done.committed) callback();
        resolve(done.result);
      } else reject(done?.error);
    });
  };

  // The rollback may fail with the disk; the next group then finds the open transaction and retries.
  const rollBack = (): void => {
    try {
      if (connection.raw.inTransaction) connection.prepare('ROLLBACK').run();
    } catch {}
  };

  const attempt = async (job: Waiting['job']): Promise<JobResult> => {
    connection.prepare('SAVEPOINT job').run();
    const tx = openWriter(connection, flatten, breathe, (topic) =>
      commits.set(topic, commitsAbout(topic) + 1),
    );
    try {
      const result = await promptly(job(tx.writer), tx.isPausing);
      connection.prepare('RELEASE job').run();
      return { ok: true, result, committed: tx.committed };
    } catch (error) {
      // A full disk can abort the whole transaction; then every job of the group fails.
      if (!connection.raw.inTransaction) throw error;
      connection.prepare('ROLLBACK TO job').run();
      connection.prepare('RELEASE job').run();
      return { ok: false, error: isSqliteFault(error) ? unwritable(error) : error };
    } finally {
      tx.close();
    }
  };

  const idle = async (): Promise<void> => {
    while (running !== undefined) await running;
  };

  return {
    enqueue,
    /** Runs work of another connection while this one has no transaction. */
    alone,
    idle,
    commitsAbout,
    load: () => ({ busy: running === undefined ? 0 : 1, waiting: waiting.length }),
    close: async () => {
      closed = true;
      await idle();
    },
  };
}

function openWriter(
  connection: SqliteConnection,
  flatten: (query: Query) => Flat,
  breathe: Breathe,
  count: (topic: Hint['about']) => void,
) {
  let open = true;
  let pausing = 0;
  const committed: (() => void)[] = [];
  const assertOpen = () => {
    if (!open) throw new Error('a write was used after its job had ended');
  };
  const paced = <Result>(execute: () => Promise<Result>): Promise<Result> => {
    assertOpen();
    const pause = breathe();
    if (pause === undefined) return execute();
    pausing += 1;
    return pause.then(() => {
      pausing -= 1;
      assertOpen();
      return execute();
    });
  };
  const reader = readerOf(connection, flatten);
  const writer: Writer = {
    get: (query) => paced(() => reader.get(query)),
    all: (query) => paced(() => reader.all(query)),
    run: (query) =>
      paced(async () => {
        const { text, values } = flatten(query);
        return connection.prepare(text).run(...values).changes;
      }),
    afterCommit: (callback) => {
      committed.push(callback);
    },
    notify: async ({ about }) => {
      assertOpen();
      committed.push(() => count(about));
    },
  };
  return {
    writer,
    committed,
    isPausing: () => pausing > 0,
    close: () => {
      open = false;
    },
  };
}

/** A job that awaits anything but its writer would block all other writes, so it fails instead. */
function promptly<Result>(work: Promise<Result>, isPausing: () => boolean): Promise<Result> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (isPausing()) late = setImmediate(check);
      else reject(new Error('a write job waited for something else than its writer'));
    };
    let late = setImmediate(check);
    work.then(resolve, reject).finally(() => clearImmediate(late));
  });
}

function unwritable(error: unknown): unknown {
  if (!isSqliteFault(error)) return error;
  return new Problem('busy', 'The store cannot take writes right now; try again shortly.', {
    cause: error,
  });
}

// Constraint violations are errors of our own queries and are passed on unchanged.
function isSqliteFault(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|NOMEM|CANTOPEN)/.test(codeOf(error));
}
