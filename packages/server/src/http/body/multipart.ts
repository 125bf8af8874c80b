import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import type { Dicer } from '@fastify/busboy';
import { invalid, Problem } from '../../kernel/problem.ts';
import { intakeOf } from './body-budget.ts';
import { bodyBroke, watchForBreak } from './broken-body.ts';
import { parseDisposition } from './disposition.ts';

export interface Part {
  readonly name: string;
  /** As it was sent, path included: treated as data, never as a path. */
  readonly fileName: string | undefined;
  /** Undefined when the part did not say. */
  readonly contentType: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const partsMax = 32;
// Buffer between the connection and the consumer of a part, while that one is slower.
const pipeBytes = 128 * 1024;
const partHeaderLimits = { maxHeaderPairs: 50, maxHeaderSize: 16 * 1024 };

/**
 * Streams the parts of a form one after the other. Every part comes as raw bytes, also plain
 * fields, so that the receiver decides what is text. What `take` leaves unread is skipped. When the
 * form fails midway the content ends or fails, and the call rejects once no `take` is running.
 */
export async function readParts(
  request: IncomingMessage,
  bytesMax: number,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const parser = createParser(request);
  const intake = intakeOf(request);
  intake.admit(pipeBytes);
  const contents: Readable[] = [];
  let taking = Promise.resolve();
  let stopWatching = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      stopWatching = watchBody(request, bytesMax, reject);
      intake.onCut(reject);
      parser.on('part', (content: Readable) => {
        if (contents.push(content) > partsMax)
          reject(invalid(`A form may have at most ${partsMax} parts.`));
        // Prevents an unhandled `error` event: an abandoned stream, or one without headers, has no reader.
        content.on('error', () => {});
        content.resume();
        content.once('header', (header: PartHeader) => {
          if (contents.length > partsMax) return;
          content.pause();
          taking = taking.then(() => takePart(header, content, take));
          taking.catch(reject);
        });
      });
      parser.on('error', (cause) =>
        reject(invalid('The body is not well-formed multipart form data.', { cause })),
      );
      parser.on('finish', resolve);
      request.pipe(parser);
    });
    await taking;
    // Reads what follows the last boundary: until then the request does not end.
    request.resume();
  } catch (error) {
    request.unpipe(parser);
    for (const content of contents) content.destroy();
    await taking.catch(() => {});
    throw error;
  } finally {
    stopWatching();
    intake.close();
  }
}

/** The bytes of a small part, or undefined when it is larger; `admit` reserves memory for what is kept. */
export async function readSmall(
  content: AsyncIterable<Buffer>,
  bytesMax: number,
  admit: (bytes: number) => void = () => {},
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > bytesMax) continue;
    admit(chunk.length);
    chunks.push(Buffer.from(chunk));
  }
  return size > bytesMax ? undefined : Buffer.concat(chunks);
}

// Reports what the parser cannot see: that the body is too long, or that it was cut off.
function watchBody(
  request: IncomingMessage,
  bytesMax: number,
  fail: (problem: Problem) => void,
): () => void {
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax)
      fail(new Problem('too_large', `The form may have at most ${bytesMax} bytes.`));
  };
  request.on('data', onData);
  const stopWatching = watchForBreak(request, () => fail(bodyBroke(request)));
  return () => {
    request.off('data', onData);
    stopWatching();
  };
}

type PartHeader = { readonly [name: string]: readonly string[] | undefined };

async function takePart(
  header: PartHeader,
  content: Readable,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const disposition = parseDisposition(header['content-disposition']?.[0] ?? '');
  if (disposition !== undefined) {
    const decoded = decodeTransfer(content, header['content-transfer-encoding']?.[0]);
    await take({ ...disposition, contentType: header['content-type']?.[0], content: decoded });
  }
  content.resume();
}

/** Loaded with the first form. */
function loadParser(): typeof Dicer {
  return (createRequire(import.meta.url)('@fastify/busboy') as { Dicer: typeof Dicer }).Dicer;
}

function createParser(request: IncomingMessage): Dicer {
  const contentType = request.headers['content-type'];
  if (contentType === undefined || !/^\s*multipart\/form-data\s*;/i.test(contentType))
    throw new Problem('content_type', 'Send the file as multipart/form-data.');
  try {
    const boundary = new MIMEType(contentType).params.get('boundary');
    if (boundary === null || boundary === '') throw new Error('no boundary');
    return new (loadParser())({ boundary, ...partHeaderLimits });
  } catch (cause) {
    throw new Problem('content_type', 'The form data has no usable boundary.', { cause });
  }
}

/**
 * Decodes `Content-Transfer-Encoding`. Browsers send parts unencoded; the few clients that still encode
 * them declare it, and the decoded bytes must be stored.
 */
function decodeTransfer(
  content: AsyncIterable<Buffer>,
  encoding: string | undefined,
): AsyncIterable<Buffer> {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return content;
    case 'base64':
      return decodeBase64(content);
    default:
      throw invalid('Content-Transfer-Encoding must be binary or base64.');
  }
}

async function* decodeBase64(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest = '';
  for await (const chunk of content) {
    const text = rest + chunk.toString('latin1').replaceAll(/[\r\n\t ]/g, '');
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw malformed();
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
  }
  if (rest !== '') throw malformed();
}

function malformed(): Problem {
  return invalid('The part is not well-formed base64.');
}
