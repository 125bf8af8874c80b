import type { Sender } from '../delivery/retrying-sender.ts';

/** Sends nothing: due deliveries wait in the store. */
export const idleSender: Sender = {
  wake: () => {},
  idle: async () => {},
  stop: async () => {},
  counts: () => ({ delivered: 0, delayed: 0, failed: 0 }),
};
