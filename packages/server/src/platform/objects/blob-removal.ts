/**
 * Removal of bytes that no object refers to. The store lists each of them, as being uploaded or as to be removed, so
 * that no process takes bytes of another, and none stay when a process is killed.
 */
import { type ProblemCode, problemStatus } from '@baraza/contract';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  areBlobsHeld,
  blobsToDelete,
  forgetBlobs,
  markOldUploadsForDeletion,
  registerUpload,
} from '../../store/platform/unreferenced-blobs.ts';
import type { Store } from '../../store/store.ts';

/** What the removal needs of the platform. */
export interface BlobKeeping {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Registers a blob in the store before its first byte is written. */
export async function announceBlob({ store, clock }: BlobKeeping, blob: string): Promise<void> {
  await store.write((tx) => registerUpload(tx, blob, clock()));
}

/** The bytes of an abandoned upload are gone already; what fails here is done by the sweep. */
export async function forgetUpload({ store, log }: BlobKeeping, blob: string): Promise<void> {
  await store
    .write((tx) => forgetBlobs(tx, [blob]))
    .catch((cause: unknown) => log.warn('an upload was left for the next sweep', { blob, cause }));
}

/** Removes blobs whose rows are gone, unless a backup holds them. What fails is removed by the next sweep. */
export async function removeBlobs(keeping: BlobKeeping, blobs: readonly string[]): Promise<void> {
  if (blobs.length === 0) return;
  const { store, clock, log } = keeping;
  try {
    if (await areBlobsHeld(store, clock())) return;
    const removed: string[] = [];
    for (const blob of blobs) if (await removeOne(keeping, blob)) removed.push(blob);
    await store.write((tx) => forgetBlobs(tx, removed));
  } catch (cause) {
    log.warn('blobs were left for the next sweep', { blobs: blobs.length, cause });
  }
}

/**
 * Removes the blob of a change that a rule refused. After any other failure it stays for the next sweep: a
 * commit whose answer was lost may still have happened and refer to it.
 */
export async function removeRefused(keeping: BlobKeeping, blob: string, error: unknown) {
  if (isRefusal(error)) await removeBlobs(keeping, [blob]);
  else keeping.log.warn('a blob was left for the next sweep', { blob });
}

// Whether it is certain that nothing was committed; after an internal error it is not.
function isRefusal(error: unknown): boolean {
  return error instanceof Problem && (problemStatus[error.code as ProblemCode] ?? 503) < 500;
}

const sweptAtOnce = 200;

/**
 * Removes what was deleted and what abandoned uploads have left; returns how many. One that cannot be removed
 * is left for the next sweep and keeps none of the others. `startedAtMs` is the start of the only process on the store:
 * uploads that began before it are abandoned.
 */
export async function sweepBlobs(
  keeping: BlobKeeping,
  isStopped: () => boolean,
  startedAtMs?: number,
): Promise<number> {
  const { store, blobs, clock, log } = keeping;
  await store.write((tx) => markOldUploadsForDeletion(tx, clock(), startedAtMs));
  let swept = 0;
  let left = 0;
  let first: { readonly blob: string; readonly cause: unknown } | undefined;
  for (let after = ''; !isStopped(); ) {
    const some = await blobsToDelete(store, after, sweptAtOnce);
    after = some.at(-1) ?? '';
    if (some.length === 0 || (await areBlobsHeld(store, clock()))) break;
    const gone: string[] = [];
    for (const blob of some) {
      if (isStopped()) break;
      try {
        await blobs.abandon(blob);
        gone.push(blob);
      } catch (cause) {
        left += 1;
        first ??= { blob, cause };
      }
    }
    await store.write((tx) => forgetBlobs(tx, gone));
    swept += gone.length;
  }
  // One line for all: when the storage is away there may be very many.
  if (first !== undefined)
    log.warn('blobs were left for the next sweep', { blobs: left, ...first });
  return swept;
}

async function removeOne({ blobs, log }: BlobKeeping, blob: string): Promise<boolean> {
  try {
    await blobs.remove(blob);
    return true;
  } catch (cause) {
    log.warn('a blob could not be removed', { blob, cause });
    return false;
  }
}
