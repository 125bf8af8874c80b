/** Reads over many rows, in threads: they may take seconds, and the thread of the server must not wait for them. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Flat, Query, Reader } from '../store.ts';
import type { ScanReply, ScanRequest, ThreadData } from './sqlite-scan-thread.ts';

const threadsMax = 2;
const idleMs = 30_000;
const program = new URL('./sqlite-scan-thread.ts', import.meta.url);

export function createScans(file: string, flatten: (query: Query) => Flat) {
  // One account never has both threads.
  const queue = createFairQueue(
    { atOnce: threadsMax, ofOneMax: 1, waitingMax: 200, waitingOfOneMax: 20, waitMs: 10_000 },
    { sentence: 'Too many searches are running; try again shortly.' },
  );
  const idle = Array.from({ length: threadsMax }, () => createThread({ file, isReadonly: true }));
  const threads = [...idle];

  const rowsOf = async (request: ScanRequest): Promise<unknown[]> => {
    // The queue lets in no more than there are threads.
    const thread = idle.pop() as Thread;
    try {
      return await thread.execute(request);
    } finally {
      idle.push(thread);
    }
  };

  return {
    /** Reads in turns with the scans of other accounts; rejects with `busy` when too many wait. */
    reader: (account: string): Reader => {
      const all = <Row>(query: Query) =>
        queue.run(() => rowsOf(flatten(query)) as Promise<Row[]>, { account });
      return { all, get: async <Row>(query: Query) => (await all<Row>(query))[0] };
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

type Thread = ReturnType<typeof createThread>;

/** A thread with its own connection: started with the first statement, ended when idle. */
export function createThread(workerData: ThreadData) {
  let worker: Worker | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  const start = (): Worker => {
    const started = new Worker(program, { workerData });
    started.unref();
    // A failure rejects the statement that runs; without one there is nothing to report.
    for (const event of ['error', 'exit'])
      started.once(event, () => {
        if (worker === started) worker = undefined;
      });
    return started;
  };
  const end = (): void => {
    clearTimeout(idleTimer);
    const ending = worker;
    worker = undefined;
    if (ending !== undefined) ended = ending.terminate();
  };
  return {
    /** The rows of one statement at a time; throws its error, and rejects when the thread fails or is ended. */
    execute: async (request: ScanRequest): Promise<unknown[]> => {
      clearTimeout(idleTimer);
      worker ??= start();
      const reply = await replyOf(worker, request);
      idleTimer = setTimeout(end, idleMs).unref();
      if ('rows' in reply) return reply.rows;
      throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
    },
    close: async () => {
      end();
      await ended;
    },
  };
}

async function replyOf(worker: Worker, request: ScanRequest): Promise<ScanReply> {
  const over = new AbortController();
  const { signal } = over;
  worker.postMessage(request);
  try {
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Problem('busy', 'The search was interrupted; try again shortly.');
    });
    const [reply] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return reply as ScanReply;
  } finally {
    over.abort();
  }
}
