import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '../kernel/problem.ts';

export interface Part {
  readonly name: string;
  /** As it was sent, path and all: it is data here and never a path. */
  readonly fileName: string | undefined;
  /** Undefined when the part did not say. */
  readonly contentType: string | undefined;
  readonly content: Readable;
}

const partsMax = 32;

/**
 * Streams the parts of a form one after the other. Every part comes as raw bytes, also plain
 * fields, so that the receiver decides what is text. `take` has to read the content to its end.
 */
export async function readParts(
  request: IncomingMessage,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const parser = createParser(request);
  const taking: Promise<void>[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      request.unpipe(parser);
      request.off('close', onClose);
      parser.removeAllListeners();
      // What is still in the parser has no reader any more; its late errors concern nobody.
      parser.on('error', () => {});
      reject(error);
    };
    const onClose = () => {
      if (!request.complete)
        fail(new Problem('invalid', 'The upload ended before it was complete.'));
    };
    parser.on('file', (name, content, fileName, _encoding, contentType) => {
      // An abandoned stream must not end the process.
      content.on('error', () => {});
      const taken = take({ name: name ?? '', fileName, contentType, content });
      taking.push(taken);
      taken.catch(fail);
    });
    parser.on('partsLimit', () =>
      fail(new Problem('invalid', `A form may have at most ${partsMax} parts.`)),
    );
    parser.on('error', (cause) =>
      fail(new Problem('invalid', 'The body is not well-formed multipart form data.', { cause })),
    );
    parser.on('finish', () => {
      request.off('close', onClose);
      resolve();
    });
    request.once('close', onClose);
    request.pipe(parser);
  });
  await Promise.all(taking);
}

/** The bytes of a small part, or undefined when it is larger. */
export async function readSmall(content: Readable, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
  }
  return size > bytesMax ? undefined : Buffer.concat(chunks);
}

function createParser(request: IncomingMessage): BusboyInstance {
  const contentType = request.headers['content-type'];
  if (contentType === undefined || !/^\s*multipart\/form-data\s*;/i.test(contentType))
    throw new Problem('content_type', 'Send the file as multipart/form-data.');
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      preservePath: true,
      isPartAFile: () => true,
      limits: { parts: partsMax, headerPairs: 50, headerSize: 16 * 1024 },
    });
  } catch (cause) {
    throw new Problem('content_type', 'The form data has no usable boundary.', { cause });
  }
}
