import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits, objectKeyFault } from '@baraza/contract';
import type { BlobWriter } from '../../blobs/blobs.ts';
import { intakeOf } from '../../http/body/body-budget.ts';
import { type Part, readParts, readSmall } from '../../http/body/multipart.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { announceBlob, type BlobKeeping, forgetUpload } from './blob-removal.ts';
import { judgeContentType, sniffedBytes } from './content-type.ts';
import { type Arrived, formBytesMax } from './objects.ts';

/**
 * Streams the one file of a form into a new blob, hashing it on the way. A failure leaves no blob
 * behind that the store does not know. `ownerId` is whose share of the connections to the object storage it takes.
 */
export async function receiveUpload(
  keeping: BlobKeeping,
  blob: string,
  request: IncomingMessage,
  queryKey: string | undefined,
  ownerId: string,
): Promise<Arrived> {
  let file: Awaited<ReturnType<typeof receive>> | undefined;
  let fieldKey: string | undefined;
  let seen = false;
  let isKnown = false;
  const incoming: { writer?: BlobWriter } = {};
  try {
    await readParts(request, formBytesMax, async (part) => {
      if (isFile(part)) {
        if (seen) throw invalid('Send one file in each upload.');
        seen = true;
        intakeOf(request).admit(keeping.blobs.writerBytes);
        await announceBlob(keeping, blob);
        isKnown = true;
        incoming.writer = await keeping.blobs.create(blob, ownerId);
        file = await receive(incoming.writer, part);
      } else if (part.name === 'key') fieldKey = await keyText(part);
    });
    if (file === undefined || incoming.writer === undefined)
      throw invalid('The form has no file: send one in a part called file.');
    const key = chosenKey(fieldKey, queryKey, file.fileName);
    const contentType = await judgeContentType(file.declaredType, file.firstBytes);
    await incoming.writer.commit();
    return { key, blob, size: file.size, sha256: file.sha256, contentType };
  } catch (error) {
    // The first error is reported to the caller.
    const isGone = await discardUpload(incoming.writer);
    // If that is not certain, the store keeps its name, and the sweep abandons it after its lease.
    if (isKnown && isGone) await forgetUpload(keeping, blob);
    throw error;
  }
}

/** Discards what was stored of an upload. Returns whether it is certain that nothing stays. */
async function discardUpload(writer: BlobWriter | undefined): Promise<boolean> {
  try {
    return (await writer?.discard()) ?? true;
  } catch {
    return false;
  }
}

async function receive(writer: BlobWriter, part: Part) {
  const hash = createHash('sha256');
  let size = 0;
  let firstBytes = Buffer.alloc(0);
  for await (const chunk of part.content) {
    size += chunk.length;
    if (size > limits.objectBytesMax)
      throw new Problem('too_large', `A file may have at most ${limits.objectBytesMax} bytes.`);
    if (firstBytes.length < sniffedBytes)
      firstBytes = Buffer.concat([firstBytes, chunk]).subarray(0, sniffedBytes);
    hash.update(chunk);
    await writer.write(chunk);
  }
  return {
    fileName: part.fileName,
    declaredType: part.contentType,
    size,
    sha256: hash.digest('hex'),
    firstBytes,
  };
}

function isFile(part: Part): boolean {
  return part.name === 'file' || (part.fileName !== undefined && part.fileName !== '');
}

async function keyText(part: Part): Promise<string> {
  const bytes = await readSmall(part.content, limits.objectKeyBytesMax);
  if (bytes === undefined)
    throw invalid(`The object key must have at most ${limits.objectKeyBytesMax} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid('The object key must be UTF-8.', { cause });
  }
}

function chosenKey(
  fieldKey: string | undefined,
  queryKey: string | undefined,
  fileName: string | undefined,
): string {
  const key = fieldKey ?? queryKey ?? fileName ?? '';
  const fault =
    key === '' && fieldKey === undefined && queryKey === undefined
      ? 'The file has no name: send a key with it.'
      : objectKeyFault(key);
  if (fault !== undefined) throw invalid(fault);
  return key;
}
