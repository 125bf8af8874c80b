/**
 * Blobs on an S3 server. A blob arrives in a local file and goes out when it is whole, so that a slow sender holds
 * no connection to the server and a refused upload never reaches it. Names are used once, so no blob depends on
 * conditional writes, which servers treat differently.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { Clock } from '../kernel/clock.ts';
import { createFairQueue } from '../kernel/fair-queue.ts';
import { nameOfS3Address, type S3Address } from '../kernel/formats/s3-address.ts';
import { race } from '../kernel/race.ts';
import {
  type Blobs,
  type BlobWriter,
  type ByteRange,
  DamagedBlob,
  type StoredBlob,
  takenProblem,
} from './blobs.ts';
import { createProofs } from './file-proof.ts';
import { closingPieces, createFileWriter, pieceBytes } from './pieces.ts';
import {
  awayProblem,
  createS3Calls,
  isStale,
  type S3Calls,
  type S3Target,
  usualTimes,
} from './s3-calls.ts';
import { claimMark } from './s3-claim.ts';
import { examineS3 } from './s3-examination.ts';
import { abortUploads, uploadFile } from './s3-upload.ts';

// About 300 bytes each.
const provenMax = 20_000;
// Each holds a part in memory. One owner cannot take all of them.
const sendingPlaces = { atOnce: 8, ofOneMax: 6, waitingMax: 1_000 };
// Marks are read under a separate account, so that many removals do not make the storage seem unavailable.
const marksAccount = 'marks';
const ownerId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `incoming` is a folder of this process alone, for what is arriving. */
export function openS3Blobs(
  address: S3Address,
  incoming: string,
  clock: Clock,
  times: S3Calls['times'] = usualTimes,
): Blobs {
  const calls = createS3Calls(address, clock, times);
  const sending = createFairQueue(
    { ...sendingPlaces, waitMs: times.putMs },
    { sentence: 'Too many files are on their way to the object storage; try again shortly.' },
  );
  const target = (name: string): S3Target => ({
    Bucket: address.bucket,
    Key: `${address.prefix}${name}`,
  });
  const ownerKey = target('baraza-owner');
  const remove = async (name: string) => {
    await calls.ask(new DeleteObjectCommand(target(name)));
  };
  const pepperKey = target('baraza-pepper');
  const readText = (key: S3Target) =>
    calls.of(marksAccount).whileShort(async () => {
      const found = await get(calls, key, {});
      if (found === undefined) return undefined;
      const bytes = await collect(bodyOf(found, calls, { bytes: found.ContentLength ?? 0 }));
      return bytes.toString('utf8').trim();
    });
  const readOwner = () => readText(ownerKey);
  const blobs: Blobs = {
    place: nameOfS3Address(address),
    isPrivate: false,
    writerBytes: pieceBytes,
    create: async (name, account) => {
      const temporary = path.join(incoming, name);
      const file = await open(temporary, 'wx+', 0o600);
      const send: WriterParts['send'] = (job) =>
        sending.run(job, account === undefined ? {} : { account });
      return createWriter({
        calls: calls.of(account),
        send,
        target: target(name),
        temporary,
        file,
      });
    },
    open: createOpener(calls, target),
    remove,
    abandon: async (name) => {
      await remove(name);
      await abortUploads(calls, target(name));
    },
    owner: readOwner,
    claim: async (id) => {
      if ((await claimMark(calls, ownerKey, id, readOwner)) !== id)
        throw takenProblem(nameOfS3Address(address));
    },
    pepper: {
      read: () => readText(pepperKey),
      write: async (text) => {
        await calls.ask(new PutObjectCommand({ ...pepperKey, Body: `${text}\n` }));
      },
    },
    names: () => eachName(calls, address),
    examine: (name) => examineS3(calls, target(name), name, blobs),
    freeBytes: async () => {
      const owner = await readOwner();
      if (owner !== undefined && !ownerId.test(owner))
        throw awayProblem(new Error(`${ownerKey.Key} is not what was written there`));
      return Number.MAX_SAFE_INTEGER;
    },
  };
  return blobs;
}

interface WriterParts {
  readonly calls: S3Calls;
  readonly send: (job: () => Promise<void>) => Promise<void>;
  readonly target: S3Target;
  readonly temporary: string;
  readonly file: FileHandle;
}

function createWriter({ calls, send, target, temporary, file }: WriterParts): BlobWriter {
  const { write, flush, close } = createFileWriter(file);
  const hash = createHash('sha256');
  let size = 0;
  let wasSent = false;
  const removeFile = async () => {
    await close();
    await rm(temporary, { force: true });
  };
  return {
    write: async (chunk) => {
      size += chunk.length;
      hash.update(chunk);
      await write(chunk);
    },
    commit: async () => {
      try {
        await flush();
        const written = { size, sha256: hash.digest('hex') };
        await send(() => {
          wasSent = true;
          return uploadFile(calls, target, file, written);
        });
      } finally {
        await removeFile();
      }
    },
    discard: async () => {
      await removeFile();
      if (!wasSent) return true;
      await calls.ask(new DeleteObjectCommand(target));
      // A request that was given up may be carried out after this deletion, or have begun parts whose id was lost.
      return false;
    },
  };
}

/**
 * A small blob is read whole and compared before it is given. A larger one is read whole and compared once, and
 * then known by its tag; complete reads are compared again while they are passed on.
 */
function createOpener(calls: S3Calls, target: (name: string) => S3Target): Blobs['open'] {
  const proofs = createProofs<string>(provenMax);
  const keyOf = ({ blob, size, sha256 }: StoredBlob) => `${blob} ${sha256} ${size}`;
  const prove = async (blob: StoredBlob): Promise<string | undefined> => {
    const found = await get(calls, target(blob.blob), {});
    if (found === undefined) return undefined;
    const { size: bytes, sha256 } = blob;
    for await (const piece of bodyOf(found, calls, { bytes, sha256 })) piece.length;
    if (found.ETag === undefined) throw awayProblem(new Error('an object has no tag'));
    return found.ETag;
  };
  const readSmall = async (blob: StoredBlob) => {
    const found = await get(calls, target(blob.blob), {});
    const { size: bytes, sha256 } = blob;
    return found && collect(bodyOf(found, calls, { bytes, sha256 }));
  };
  const openLarge = async (
    blob: StoredBlob,
    { start, end }: ByteRange,
    onEnd: () => void,
  ): Promise<AsyncIterable<Buffer> | undefined> => {
    const tag = await proofs.fetch(keyOf(blob), { context: () => prove(blob) });
    if (tag === undefined) return undefined;
    if (end <= start) {
      onEnd();
      return once(Buffer.alloc(0));
    }
    const isWhole = start === 0 && end === blob.size;
    const found = await get(calls, target(blob.blob), {
      IfMatch: tag,
      ...(isWhole ? {} : { Range: `bytes=${start}-${end - 1}` }),
    });
    const sha256 = isWhole ? blob.sha256 : undefined;
    return found && bodyOf(found, calls, { bytes: end - start, sha256, onEnd });
  };
  const openAgain = async (blob: StoredBlob, range: ByteRange, onEnd: () => void) => {
    try {
      return await openLarge(blob, range, onEnd);
    } catch (error) {
      if (!isStale(error)) throw error;
      // The object was replaced since its hash was checked, so its bytes must be checked again.
      proofs.delete(keyOf(blob));
      return openLarge(blob, range, onEnd);
    }
  };
  return async (blob, range, account) => {
    if (blob.size <= pieceBytes) {
      const whole = await calls.of(account).whileShort(() => readSmall(blob));
      return whole && once(whole.subarray(range.start, range.end));
    }
    const giveBack = await calls.of(account).takeDownload();
    let content: AsyncIterable<Buffer> | undefined;
    try {
      content = await openAgain(blob, range, giveBack);
      return content;
    } finally {
      if (content === undefined) giveBack();
    }
  };
}

interface Found {
  readonly Body?: unknown;
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
}

function get(
  calls: S3Calls,
  target: S3Target,
  condition: { readonly IfMatch?: string; readonly Range?: string },
): Promise<Found | undefined> {
  return calls.askForBody(new GetObjectCommand({ ...target, ...condition }));
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const kept: Buffer[] = [];
  for await (const piece of pieces) kept.push(piece);
  return Buffer.concat(kept);
}

async function* once(piece: Buffer): AsyncIterable<Buffer> {
  if (piece.length > 0) yield piece;
}

async function* eachName(calls: S3Calls, { bucket, prefix }: S3Address): AsyncIterable<string> {
  let token: string | undefined;
  do {
    const page = await calls.ask(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: `${prefix}blob_`,
        ContinuationToken: token,
      }),
    );
    for (const { Key = '' } of page?.Contents ?? []) {
      const name = Key.slice(prefix.length);
      if (/^blob_[0-9a-z]{26}$/.test(name)) yield name;
    }
    token = page?.NextContinuationToken;
  } while (token !== undefined);
}

/** What a body must turn out to be. */
interface Expected {
  readonly bytes: number;
  /** In hexadecimal digits; undefined for a part of a blob. */
  readonly sha256?: string | undefined;
  /** Called once, however the reading ends. */
  readonly onEnd?: () => void;
}

/**
 * The body of an answer in pieces. The last piece is given only when length and hash of all of them are right, so
 * that a reader never takes a truncated or altered body for the whole.
 */
function bodyOf(found: Found, { times }: S3Calls, expected: Expected): AsyncIterable<Buffer> {
  const body = found.Body as Readable;
  if (found.ContentLength !== undefined && found.ContentLength !== expected.bytes) {
    body.destroy();
    throw new DamagedBlob(`it has ${found.ContentLength} bytes instead of ${expected.bytes}`);
  }
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = expected.sha256 === undefined ? undefined : createHash('sha256');
  let count = 0;
  let held: Buffer | undefined;
  let isOver = false;
  // Before the last piece is given, so that the connection does not wait for the reader.
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    expected.onEnd?.();
    body.destroy();
  };
  const nextPiece = async (): Promise<Buffer | undefined> => {
    while (!isOver) {
      const { done, value } = await race(source.next(), { limitMs: times.idleMs });
      const ready = held;
      held = done === true ? undefined : value;
      if (done === true) {
        if (count !== expected.bytes) throw new DamagedBlob('it ends before its last byte');
        if (hash !== undefined && hash.digest('hex') !== expected.sha256)
          throw new DamagedBlob('its bytes have another hash');
        end();
        return ready;
      }
      count += value.length;
      if (count > expected.bytes) throw new DamagedBlob('it has more bytes than were stored');
      hash?.update(value);
      if (ready !== undefined) return ready;
    }
    return undefined;
  };
  return closingPieces(
    () =>
      nextPiece().catch((error: unknown) => {
        throw error instanceof DamagedBlob ? error : awayProblem(error);
      }),
    async () => end(),
  );
}
