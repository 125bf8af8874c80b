import type { Caller } from '../access/scopes.ts';
import { type Answer, collectStream, type Sink } from '../http/answer.ts';
import type { Snapshot } from '../store/store.ts';
import type { Platform } from './platform.ts';

/**
 * An answer from one consistent snapshot. A short one is read at once and sent afterwards; a long one is
 * streamed with backpressure and holds one of its owner's snapshot slots.
 */
export async function snapshotResponse(
  platform: Platform,
  caller: Caller,
  short: boolean,
  write: (sink: Sink, view: Snapshot) => Promise<void>,
): Promise<Answer> {
  if (short) return collectStream((sink) => platform.store.read((view) => write(sink, view)));
  return {
    stream: (sink) => platform.store.snapshot(caller.ownerId, (view) => write(sink, view)),
  };
}
