/** A finished file to an S3 server: one request, or several parts when it is large. */
import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { awayProblem, type S3Calls, type S3Target } from './s3-calls.ts';

/** Servers refuse parts below 5 MB, but the last. */
const partBytes = 8 * 1024 * 1024;

/** Resolves when the object is whole at the server; rejects when what arrived is not what was written. */
export async function uploadFile(
  calls: S3Calls,
  target: S3Target,
  file: FileHandle,
  written: { readonly size: number; readonly sha256: string },
): Promise<void> {
  const hash = createHash('sha256');
  if (written.size <= partBytes) {
    const body = await readPart(file, 0, written.size, hash);
    assertSame(hash, written.sha256);
    await required(calls.ask(putCommand(target, body, written.sha256), calls.times.putMs));
  } else await uploadParts(calls, target, file, written, hash);
  const found = await calls.ask(new HeadObjectCommand(target));
  if (found?.ContentLength !== written.size)
    throw awayProblem(new Error(`${target.Key} has a different length than was sent`));
}

// The signature contains the SHA-256 of the body, which is known here; the client would compute it again.
function putCommand(target: S3Target, body: Buffer, sha256: string): PutObjectCommand {
  const command = new PutObjectCommand({ ...target, ...bodyOf(body) });
  command.middlewareStack.add(
    (next) => (step) => {
      const { headers } = step.request as { readonly headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(step);
    },
    { step: 'build', name: 'addKnownSha256' },
  );
  return command;
}

/** Ends every upload in parts under this key that was never completed. */
export async function abortUploads(calls: S3Calls, target: S3Target): Promise<void> {
  const { Bucket, Key } = target;
  const found = await calls.ask(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
  for (const upload of found?.Uploads ?? [])
    if (upload.Key === Key && upload.UploadId !== undefined)
      await abortUpload(calls, target, upload.UploadId);
}

async function uploadParts(
  calls: S3Calls,
  target: S3Target,
  file: FileHandle,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
  hash: Hash,
): Promise<void> {
  // Sent once: a repetition after a lost answer would leave an upload with an unknown id.
  const { UploadId } = await required(calls.askOnce(new CreateMultipartUploadCommand(target)));
  if (UploadId === undefined) throw awayProblem(new Error('an upload in parts has no id'));
  try {
    const parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const body = await readPart(file, at, Math.min(partBytes, size - at), hash);
      const PartNumber = parts.length + 1;
      const { ETag } = await required(
        calls.ask(
          new UploadPartCommand({ ...target, ...bodyOf(body), UploadId, PartNumber }),
          calls.times.putMs,
        ),
      );
      parts.push({ ETag, PartNumber });
    }
    assertSame(hash, sha256);
    const MultipartUpload = { Parts: parts };
    // A repetition after a lost answer finds no such upload; whether it is whole is seen by its length.
    await calls.ask(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }),
      calls.times.putMs,
    );
  } catch (error) {
    // The first error is reported; what stays is ended when the sweep abandons the name.
    await abortUpload(calls, target, UploadId).catch(() => {});
    throw error;
  }
}

export async function abortUpload(calls: S3Calls, target: S3Target, UploadId: string) {
  await calls.ask(new AbortMultipartUploadCommand({ ...target, UploadId }));
}

async function readPart(file: FileHandle, at: number, bytes: number, hash: Hash): Promise<Buffer> {
  const part = Buffer.allocUnsafeSlow(bytes);
  for (let filled = 0; filled < bytes; ) {
    const { bytesRead } = await file.read(part, filled, bytes - filled, at + filled);
    if (bytesRead === 0) throw new Error('a file is shorter than it was');
    filled += bytesRead;
  }
  hash.update(part);
  return part;
}

// The server compares the digest with what has arrived.
function bodyOf(body: Buffer) {
  const ContentMD5 = createHash('md5').update(body).digest('base64');
  return { Body: body, ContentLength: body.length, ContentMD5 };
}

function assertSame(hash: Hash, sha256: string): void {
  if (hash.digest('hex') !== sha256) throw new Error('a file is not what was written to it');
}

export async function required<Result>(answer: Promise<Result | undefined>): Promise<Result> {
  const result = await answer;
  if (result === undefined) throw awayProblem(new Error('the bucket or the upload is gone'));
  return result;
}
