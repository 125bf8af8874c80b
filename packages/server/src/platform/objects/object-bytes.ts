import { type Blobs, type ByteRange, DamagedBlob } from '../../blobs/blobs.ts';
import { Problem } from '../../kernel/problem.ts';
import { findObject, type ObjectRow } from '../../store/platform/objects.ts';
import type { Platform } from '../platform.ts';

/** The stored bytes are not those that were uploaded. */
export class DamagedObject extends Problem {
  constructor() {
    super(
      'unavailable',
      'The stored bytes of this object are missing or damaged; upload it again.',
    );
  }
}

/**
 * The bytes of an object as they were uploaded; undefined when it was replaced or deleted since its row was
 * read. Damaged bytes are refused with `DamagedObject`, and the log names the blob, so that it can be restored
 * from a backup.
 */
export type OpenObjectBytes = (
  resourceId: string,
  row: ObjectRow,
  range: ByteRange,
) => ReturnType<Blobs['open']>;

/** A slow reader holds a connection to the object store from the share of the owner `ownerId`. */
export function createObjectOpener(
  { blobs, store, log }: Platform,
  ownerId?: string,
): OpenObjectBytes {
  return async (resourceId, row, range) => {
    const damaged = (found: string): DamagedObject => {
      // Without the key of the object, which is content of the user.
      log.error('the bytes of an object are damaged', { resourceId, blob: row.blob, found });
      return new DamagedObject();
    };
    const content = await blobs.open(row, range, ownerId).catch((error: unknown) => {
      throw error instanceof DamagedBlob ? damaged(error.message) : error;
    });
    if (content !== undefined) return content;
    const current = await findObject(store, resourceId, row.key);
    if (current?.blob === row.blob) throw damaged('it is missing');
    return undefined;
  };
}
