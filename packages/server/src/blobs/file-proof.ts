/** Disks return wrong bytes without an error, so a file is read whole and hashed before any of it is used. */
import { createHash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { DamagedBlob, type StoredBlob } from './blobs.ts';
import { givePiece, takePiece } from './piece-pool.ts';
import { createProofs } from './proofs.ts';

/** Rejects with `DamagedBlob` when the open file is not the blob. */
type FileProof = (file: FileHandle, blob: StoredBlob) => Promise<void>;

// About 300 bytes each.
const provenMax = 20_000;

/**
 * A file that was proven is remembered for as long as its size, time and inode stay the same. Concurrent callers
 * share one reading.
 */
export function createFileProof(filesMax = provenMax): FileProof {
  const proofs = createProofs<true>(filesMax);
  return async (file, blob) => {
    // Synchronous: the status of an open file needs no disk, and a thread would cost more.
    const { size, mtimeNs, ino } = fstatSync(file.fd, { bigint: true });
    if (size !== BigInt(blob.size))
      throw new DamagedBlob(`it has ${size} bytes instead of ${blob.size}`);
    const stamp = `${blob.sha256} ${size} ${mtimeNs} ${ino}`;
    await proofs.take(blob.blob, stamp, async () => {
      await compare(file, blob);
      return true;
    });
  };
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
