/** Tries every kind of request that blobs make of an S3 server once, so that a missing permission is found in time. */
import { createHash } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { BlobFault, Blobs, StoredBlob } from './blobs.ts';
import type { S3Calls, S3Target } from './s3-calls.ts';
import { abortUpload, abortUploads, required } from './s3-upload.ts';

const bytes = Buffer.from('habari');

/** Uses a new name, and leaves nothing under it. */
export async function examineS3(
  calls: S3Calls,
  target: S3Target,
  name: string,
  blobs: Pick<Blobs, 'open' | 'remove' | 'abandon'>,
): Promise<BlobFault | undefined> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const blob: StoredBlob = { blob: name, size: bytes.length, sha256 };
  const write = async () => {
    const put = new PutObjectCommand({ ...target, Body: bytes });
    await calls.ask(put);
  };
  const read = async () => {
    const content = await blobs.open(blob, { start: 0, end: bytes.length });
    if (content === undefined) throw new Error('what was written is not there');
    for await (const piece of content) piece.length;
  };
  const begin = async () => {
    const create = new CreateMultipartUploadCommand(target);
    const { UploadId } = await required(calls.askOnce(create));
    return { ...target, UploadId: UploadId ?? '' };
  };
  const writeInParts = async () => {
    const upload = await begin();
    const part = new UploadPartCommand({ ...upload, PartNumber: 1, Body: bytes });
    const { ETag } = await required(calls.ask(part));
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload });
    await calls.ask(complete);
    await read();
  };
  const endParts = async () => {
    const { UploadId } = await begin();
    await abortUploads(calls, target);
    // Also if the server does not list it yet.
    await abortUpload(calls, target, UploadId);
  };
  const fault = await firstFault([
    ['written', write],
    ['read', read],
    ['written in parts', writeInParts],
    ['deleted from', () => blobs.remove(name)],
    ['cleared of unfinished uploads', endParts],
  ]);
  if (fault !== undefined) await blobs.abandon(name).catch(() => {});
  return fault;
}

async function firstFault(steps: readonly (readonly [what: string, step: () => Promise<void>])[]) {
  for (const [what, step] of steps)
    try {
      await step();
    } catch (cause) {
      return { what, cause };
    }
  return undefined;
}
