import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { undefinedIfMissing } from '../kernel/fault.ts';
import { syncPath } from '../kernel/sync-path.ts';
import { type Blobs, type BlobWriter, takenProblem } from './blobs.ts';
import { createFileProof } from './file-proof.ts';
import { closingPieces, createFileWriter, givePiece, pieceBytes, takePiece } from './pieces.ts';

/**
 * Blobs as files: written under a temporary name, synced, then renamed into the folder of their
 * time. Those that arrive together share a folder, and so the sync of their names.
 */
export function openFileBlobs(root: string): Blobs {
  const incoming = emptyIncoming(root);
  const makeFolder = createFolderMaker(root);
  const syncNames = createGroupSync();
  const prove = createFileProof();
  const fileOf = (name: string) => path.join(root, folderOf(name), name);
  const owner = path.join(root, 'owner');
  return {
    place: 'files in the data folder',
    isPrivate: true,
    writerBytes: pieceBytes,
    create: async (name) => {
      const temporary = path.join(incoming, name);
      const file = await open(temporary, 'wx', 0o600);
      return createWriter(file, temporary, fileOf(name), makeFolder, syncNames);
    },
    open: async (blob, { start, end }) => {
      const file = await open(fileOf(blob.blob), 'r').catch(undefinedIfMissing);
      if (file === undefined) return undefined;
      try {
        await prove(file, blob);
      } catch (error) {
        await file.close();
        throw error;
      }
      return readPieces(file, start, end);
    },
    remove: async (name) => {
      await rm(fileOf(name), { force: true });
    },
    abandon: async (name) => {
      await rm(path.join(incoming, name), { force: true });
      await rm(fileOf(name), { force: true });
    },
    names: () => eachName(root),
    owner: () => readOwner(owner),
    claim: async (id) => {
      if (((await readOwner(owner)) ?? id) !== id) throw takenProblem(root);
      await writeFile(`${owner}.new`, `${id}\n`, { mode: 0o600, flush: true });
      await rename(`${owner}.new`, owner);
      await syncPath(root);
    },
    freeBytes: async () => {
      const place = await statfs(root);
      return place.bavail * place.bsize;
    },
  };
}

async function readOwner(file: string): Promise<string | undefined> {
  return (await readFile(file, 'utf8').catch(undefinedIfMissing))?.trim();
}

/** The folder for uploads. It belongs to this process alone, so files found in it were left by a crash. */
export function emptyIncoming(root: string): string {
  const incoming = path.join(root, 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(incoming))
    rmSync(path.join(incoming, name), { recursive: true, force: true });
  return incoming;
}

function createWriter(
  file: FileHandle,
  temporary: string,
  final: string,
  makeFolder: (folder: string) => Promise<void>,
  syncNames: (folder: string) => Promise<void>,
): BlobWriter {
  const folder = path.dirname(final);
  const { write, flush, close } = createFileWriter(file);
  let named = false;
  return {
    write,
    commit: async () => {
      await flush();
      await file.datasync();
      await close();
      await makeFolder(folder);
      named = true;
      // Atomic on one filesystem, which is what keeps readers from seeing half a blob.
      await rename(temporary, final);
      await syncNames(folder);
    },
    discard: async () => {
      await close();
      await rm(temporary, { force: true });
      if (named) await rm(final, { force: true });
      return true;
    },
  };
}

/** A file handle that is closed by garbage collection ends the process, so it is closed in any case. */
function readPieces(file: FileHandle, start: number, end: number): AsyncIterable<Buffer> {
  let at = start;
  let piece: Buffer | undefined;
  return closingPieces(
    async () => {
      if (at >= end) return undefined;
      piece ??= takePiece();
      const { bytesRead } = await file.read(piece, 0, Math.min(pieceBytes, end - at), at);
      if (bytesRead === 0) throw new Error('a blob is shorter than it was');
      at += bytesRead;
      return piece.subarray(0, bytesRead);
    },
    async () => {
      if (piece !== undefined) givePiece(piece);
      await file.close();
    },
  );
}

/**
 * Makes a folder durably. Concurrent callers wait for the same sync: that a folder exists does not mean
 * that it would survive a power cut.
 */
function createFolderMaker(root: string): (folder: string) => Promise<void> {
  const foldersMade = new Map<string, Promise<void>>();
  const makeFolder = async (folder: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncPath(root);
    await syncPath(path.dirname(root));
  };
  return (folder) => {
    let making = foldersMade.get(folder);
    if (making === undefined) {
      making = makeFolder(folder);
      making.catch(() => foldersMade.delete(folder));
      foldersMade.set(folder, making);
    }
    return making;
  };
}

/**
 * Group sync of a folder: one fsync serves all renames made before it started; callers that arrive
 * during a sync share the next one.
 */
function createGroupSync(): (folder: string) => Promise<void> {
  const groups = new Map<string, { running: Promise<void>; next: Promise<void> | undefined }>();
  const run = (folder: string): Promise<void> => {
    const running = syncPath(folder);
    const group = { running, next: undefined };
    groups.set(folder, group);
    const end = () => {
      if (groups.get(folder) === group && group.next === undefined) groups.delete(folder);
    };
    running.then(end, end);
    return running;
  };
  return (folder) => {
    const group = groups.get(folder);
    if (group === undefined) return run(folder);
    const again = () => run(folder);
    group.next ??= group.running.then(again, again);
    return group.next;
  };
}

// The first six characters after the prefix change every seventeen minutes.
function folderOf(name: string): string {
  return name.slice(5, 11);
}

async function* eachName(root: string): AsyncIterable<string> {
  for (const folder of await readdir(root, { withFileTypes: true })) {
    // On its own mount point the folder also has entries of the file system, such as lost+found.
    if (!folder.isDirectory() || !/^[0-9a-z]{6}$/.test(folder.name)) continue;
    for (const name of await readdir(path.join(root, folder.name)))
      if (/^blob_[0-9a-z]{26}$/.test(name)) yield name;
  }
}
