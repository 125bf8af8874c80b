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
  const idle: Worker[] = [];
  const started = new Set<Worker>();
  let idleTimer: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const worker = startThread({ file, isReadonly: true });
    started.add(worker);
    worker.once('exit', () => started.delete(worker));
    return worker;
  };

  const endIdle = (): void => {
    for (const worker of idle.splice(0)) void worker.terminate();
  };

  const rowsOf = async (request: ScanRequest): Promise<unknown[]> => {
    const worker = idle.pop() ?? start();
    clearTimeout(idleTimer);
    const reply = await replyOf(worker, request);
    idle.push(worker);
    idleTimer = setTimeout(endIdle, idleMs).unref();
    return rowsIn(reply);
  };

  return {
    /** Reads in turns with the scans of other accounts; rejects with `busy` when too many wait. */
    reader: (account: string): Reader => {
      const all = <Row>(query: Query) =>
        queue.run(() => rowsOf(flatten(query)) as Promise<Row[]>, { account });
      return { all, get: async <Row>(query: Query) => (await all<Row>(query))[0] };
    },
    close: async () => {
      clearTimeout(idleTimer);
      await Promise.all([...started].map((worker) => worker.terminate()));
    },
  };
}

export function startThread(workerData: ThreadData): Worker {
  const worker = new Worker(program, { workerData });
  worker.unref();
  // A failure rejects the statement that runs; without one there is nothing to report.
  worker.on('error', () => {});
  return worker;
}

/** Throws the error of the statement. */
export function rowsIn(reply: ScanReply): unknown[] {
  if ('rows' in reply) return reply.rows;
  throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
}

/** Rejects when the thread fails or is ended. */
export async function replyOf(worker: Worker, request: ScanRequest): Promise<ScanReply> {
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
