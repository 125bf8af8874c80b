import type { Caller } from '../access/scopes.ts';
import { type Answer, collectStream, type Sink } from '../http/answer.ts';
import type { Snapshot } from '../store/store.ts';
import type { Platform } from './platform.ts';

/**
 * An answer whose parts are all of one moment. Where it is short it is read in one go and sent
 * afterwards; a long one is read as fast as its client takes it, in one of its owner's places.
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
