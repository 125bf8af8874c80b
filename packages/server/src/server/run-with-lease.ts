import { randomUUID } from 'node:crypto';
import { minuteMs } from '@baraza/contract';
import {
  finishLease,
  isLeaseFree,
  leaveLease,
  renewLease,
  takeLease,
} from '../store/processes/leases.ts';
import type { Installation } from './assemble.ts';

type Parts = Pick<Installation, 'store' | 'clock' | 'log'>;

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
  log.debug('hourly work was done here', { name });
  return true;
}
