/** How a service has something sent: it is stored with its change, and the sender is woken after the commit. */
import type { OtherProcesses } from '../store/hints.ts';
import { type ItemKind, insertItems, type NewItem, takePlace } from '../store/outbox.ts';
import type { Writer } from '../store/store.ts';

/** `receiver`: nothing is known against it any more, so it is tried at once. */
type OnWake = (kind: ItemKind, receiver?: string) => void;

export type OutboxDoor = ReturnType<typeof createOutboxDoor>;

export function createOutboxDoor(otherProcesses?: Pick<OtherProcesses, 'notify'>) {
  const listeners = new Set<OnWake>();
  const wakeHere: OnWake = (kind, receiver) => {
    for (const listener of listeners) listener(kind, receiver);
  };
  /** Something may be due now, here or in another process. */
  const wake: OnWake = (kind, receiver = '') => {
    wakeHere(kind, receiver === '' ? undefined : receiver);
    otherProcesses?.notify({ about: 'outbox', id: receiver === '' ? kind : `${kind}.${receiver}` });
  };
  return {
    wake,
    /** Items of one kind whose receivers have been counted. */
    insert: async (tx: Writer, items: readonly NewItem[]): Promise<void> => {
      const [first] = items;
      if (first === undefined) return;
      await insertItems(tx, items);
      tx.afterCommit(() => wake(first.kind));
    },
    /** Returns false if as many wait as may, or if an item with this key has been stored before. */
    enqueue: async (tx: Writer, item: NewItem, waitingMax: number): Promise<boolean> => {
      if (item.dedupe_key !== undefined && (await insertItems(tx, [item])) === 0) return false;
      if ((await takePlace(tx, item, waitingMax)) === 0) return false;
      if (item.dedupe_key === undefined) await insertItems(tx, [item]);
      tx.afterCommit(() => wake(item.kind));
      return true;
    },
    onWake: (listener: OnWake) => void listeners.add(listener),
  };
}
