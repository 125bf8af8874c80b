import type { Sender } from '../../delivery/retrying-sender.ts';

/** In place of a sender where nothing is to be sent: what is due waits in the store. */
export const idleSender: Sender = {
  wake: () => {},
  idle: async () => {},
  stop: async () => {},
  counts: () => ({ delivered: 0, delayed: 0, failed: 0 }),
};
