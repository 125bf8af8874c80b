import { randomUUID } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { endHold, holdMs, renewHold } from '../store/platform/blob-holds.ts';
import type { Store } from '../store/store.ts';

/** From here on no process on this store removes a blob, until the returned release is called. */
export async function holdBlobs(store: Store, clock: Clock): Promise<() => Promise<void>> {
  const id = randomUUID();
  await store.write((tx) => renewHold(tx, id, clock()));
  const renew = () => {
    // The next renewal follows long before the hold ends.
    store.write((tx) => renewHold(tx, id, clock())).catch(() => {});
  };
  const timer = setInterval(renew, holdMs / 5).unref();
  return async () => {
    clearInterval(timer);
    // What cannot be ended now ends by itself.
    await store.write((tx) => endHold(tx, id, clock())).catch(() => {});
  };
}
