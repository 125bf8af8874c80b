/** The periodic work of a process: each job has a name, and is done now and again after its interval. */
import { randomUUID } from 'node:crypto';
import { minuteMs } from '@baraza/contract';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import {
  finishLease,
  isLeaseFree,
  leaveLease,
  renewLease,
  takeLease,
} from '../store/processes/leases.ts';
import type { Installation } from './assemble.ts';

type Parts = Pick<Installation, 'store' | 'clock' | 'log'>;

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Of several processes on a store, one at a time does it; otherwise each does. */
  readonly isShared?: boolean;
  /** Ends early once it is stopped. */
  readonly run: (isStopped: () => boolean, signal: AbortSignal) => Promise<unknown>;
}

export type Jobs = ReturnType<typeof createJobs>;

// How often a process looks whether a shared job is due.
const leaseCheckMs = minuteMs;

/** A job that fails is logged and counted, and done again at its next time. */
export function createJobs(parts: Parts, lifecycle: Pick<Lifecycle, 'onStop'>) {
  const failures: Record<string, number> = {};
  const attempt = async ({ name, everyMs, isShared, run }: Job, signal: AbortSignal) => {
    const isStopped = () => signal.aborted;
    const isOneOfSeveral = isShared === true && parts.store.otherProcesses !== undefined;
    const work = async (isOver: () => boolean) => void (await run(isOver, signal));
    try {
      if (isOneOfSeveral) await runWithLease(parts, { name, everyMs }, isStopped, work);
      else await work(isStopped);
    } catch (cause) {
      if (isStopped()) return;
      failures[name] = (failures[name] ?? 0) + 1;
      parts.log.warn('a job failed and is done again at its next time', { job: name, cause });
    }
  };
  return {
    /** It ends before what was opened earlier. Returns what does it once more now. */
    start: (job: Job): (() => void) => {
      failures[job.name] ??= 0;
      const stopping = new AbortController();
      let working: Promise<void> | undefined;
      let isWanted = false;
      const work = async () => {
        while (isWanted && !stopping.signal.aborted) {
          isWanted = false;
          await attempt(job, stopping.signal);
        }
        working = undefined;
      };
      const now = () => {
        isWanted = true;
        working ??= work();
      };
      const looksMs = job.isShared === true ? Math.min(leaseCheckMs, job.everyMs) : job.everyMs;
      const isAlone = parts.store.otherProcesses === undefined;
      const timer = setInterval(now, isAlone ? job.everyMs : looksMs).unref();
      lifecycle.onStop(job.name, async () => {
        stopping.abort();
        clearInterval(timer);
        await working;
      });
      now();
      return now;
    },
    /** By job, since the start. */
    failures: () => failures,
  };
}

const heldMs = 2 * minuteMs;
const renewMs = minuteMs / 2;

/**
 * Does a job that is due if no other process does it. It is due again `everyMs` after its end; when its process is
 * killed, another takes it after two minutes. Returns whether it was done here.
 */
export async function runWithLease(
  { store, clock, log }: Parts,
  { name, everyMs }: { readonly name: string; readonly everyMs: number },
  isStopped: () => boolean,
  job: (isStopped: () => boolean) => Promise<void>,
): Promise<boolean> {
  const lease = { name, holder: randomUUID() };
  if (!(await isLeaseFree(store, name, clock()))) return false;
  if ((await store.write((tx) => takeLease(tx, lease, heldMs, clock()))) === 0) return false;
  let isLost = false;
  const timer = setInterval(() => {
    store
      .write((tx) => renewLease(tx, lease, heldMs, clock()))
      .then((renewed) => {
        isLost ||= renewed === 0;
      })
      .catch((cause: unknown) => log.warn('a lease could not be renewed', { cause }));
  }, renewMs).unref();
  try {
    await job(() => isStopped() || isLost);
  } finally {
    clearInterval(timer);
    await store.write((tx) =>
      isStopped() ? leaveLease(tx, lease) : finishLease(tx, lease, everyMs, clock()),
    );
  }
  log.debug('a shared job was done here', { job: name });
  return true;
}
