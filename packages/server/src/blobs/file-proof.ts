/** Disks return wrong bytes without an error, so a file is read whole and hashed before any of it is used. */
import { createHash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { entriesMax } from '../kernel/byte-cache.ts';
import { DamagedBlob, type StoredBlob } from './blobs.ts';
import { givePiece, takePiece } from './pieces.ts';

/** Rejects with `DamagedBlob` when the open file is not the blob. */
type FileProof = (file: FileHandle, blob: StoredBlob) => Promise<void>;

// About 300 bytes each.
const provenMax = 20_000;

/**
 * A proof holds for as long as the size, time and inode of the file stay the same. Concurrent callers share one
 * reading.
 */
export function createFileProof(filesMax = provenMax): FileProof {
  const proofs = createProofs<true>(filesMax);
  return async (file, blob) => {
    // Synchronous: the status of an open file needs no disk, and a thread would cost more.
    const { size, mtimeNs, ino } = fstatSync(file.fd, { bigint: true });
    if (size !== BigInt(blob.size))
      throw new DamagedBlob(`it has ${size} bytes instead of ${blob.size}`);
    const key = `${blob.blob} ${blob.sha256} ${size} ${mtimeNs} ${ino}`;
    const prove = () => compare(file, blob).then(() => true as const);
    await proofs.fetch(key, { context: prove });
  };
}

/** Proofs by key, made by the `context` of `fetch`; concurrent callers share one, and an undefined one is not kept. */
export function createProofs<Proof extends {}>(max: number) {
  return new LRUCache<string, Proof, () => Promise<Proof | undefined>>({
    ...entriesMax(max),
    fetchMethod: (_key, _stale, { context: prove }) => prove(),
    // A proof that is dropped while it is made still has its callers.
    ignoreFetchAbort: true,
  });
}

async function compare(file: FileHandle, { size, sha256 }: StoredBlob): Promise<void> {
  const hash = createHash('sha256');
  const piece = takePiece();
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new DamagedBlob('it ends before its last byte');
      hash.update(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    givePiece(piece);
  }
  if (hash.digest('hex') !== sha256) throw new DamagedBlob('its bytes have another hash');
}
