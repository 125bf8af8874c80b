import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { invalid, Problem } from '../../kernel/problem.ts';
import { intakeOf } from './body-budget.ts';
import { parseDisposition } from './disposition.ts';
import { readBody } from './read-body.ts';

export interface Part {
  readonly name: string;
  /** As it was sent, path included: treated as data, never as a path. */
  readonly fileName: string | undefined;
  /** Undefined when the part did not say. */
  readonly contentType: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const partsMax = 32;
const headBytesMax = 16 * 1024;
const boundaryCharactersMax = 255;
// A piece of the body, and what is held back of the one before.
const pieceBytes = 128 * 1024;
const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Reads the parts of a form one after the other. Every part comes as raw bytes, also plain
 * fields, so that the receiver decides what is text. What `take` leaves unread is skipped.
 */
export async function readParts(
  request: IncomingMessage,
  bytesMax: number,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const boundary = boundaryOf(request);
  intakeOf(request).admit(pieceBytes);
  const pieces = readBody(request, bytesMax, { subject: 'The form' });
  const form = createScanner(pieces, Buffer.from(`\r\n--${boundary}`, 'latin1'));
  try {
    // What precedes the first boundary.
    for await (const _ of form.content());
    for (let count = 0; form.isPartNext(); count += 1) {
      if (count === partsMax) throw invalid(`A form may have at most ${partsMax} parts.`);
      const head = readHead(await form.head());
      const disposition = parseDisposition(head.get('content-disposition') ?? '');
      const content = decodeTransfer(form.content(), head.get('content-transfer-encoding'));
      if (disposition !== undefined)
        await take({ ...disposition, contentType: head.get('content-type'), content });
      for await (const _ of form.content());
    }
    // What follows the last boundary: until then the request does not end.
    for await (const _ of pieces);
  } finally {
    await pieces.return();
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

function boundaryOf({ headers }: IncomingMessage): string {
  const { 'content-type': type = '' } = headers;
  if (!/^\s*multipart\/form-data\s*;/i.test(type))
    throw new Problem('content_type', 'Send the file as multipart/form-data.');
  let boundary = '';
  try {
    boundary = new MIMEType(type).params.get('boundary') ?? '';
  } catch {
    // Not a well-formed type.
  }
  if (boundary === '' || boundary.length > boundaryCharactersMax)
    throw new Problem('content_type', 'The form data has no usable boundary.');
  return boundary;
}

/** Finds the delimiter in pieces that may be cut anywhere, also within it. */
function createScanner(pieces: AsyncGenerator<Buffer, void>, delimiter: Buffer) {
  // A boundary at the very beginning has no line end before it.
  let rest: Buffer = lineEnd;
  let isInContent = true;

  async function readMore(): Promise<void> {
    const { value } = await pieces.next();
    if (value === undefined) throw malformed();
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }

  function shift(length: number): Buffer {
    const front = rest.subarray(0, length);
    rest = rest.subarray(length);
    return front;
  }

  /** Whether a delimiter begins here; undefined while too little has arrived. Longer words belong to the content. */
  function isDelimiterAt(at: number): boolean | undefined {
    const end = at + delimiter.length;
    const found = rest.subarray(at, end);
    if (!delimiter.subarray(0, found.length).equals(found)) return false;
    const after = rest.toString('latin1', end, end + lineEnd.length);
    return after.length < lineEnd.length ? undefined : after === '\r\n' || after === '--';
  }

  return {
    /** What is left until the next delimiter; another call goes on where one was left. */
    content: async function* (): AsyncGenerator<Buffer, void, undefined> {
      let from = 0;
      while (isInContent) {
        const at = rest.indexOf(delimiter, from);
        const isFound = at === -1 ? undefined : isDelimiterAt(at);
        if (isFound === undefined) {
          const known = shift(at === -1 ? lengthBeforePrefix(rest, delimiter) : at);
          from = 0;
          if (known.length > 0) yield known;
          await readMore();
        } else if (isFound) {
          isInContent = false;
          const last = shift(at + delimiter.length).subarray(0, at);
          if (last.length > 0) yield last;
        } else from = at + 1;
      }
    },
    /** After a delimiter: whether a part follows, or the end of the form. */
    isPartNext: (): boolean => rest[0] === lineEnd[0],
    /** The headers of a part. */
    head: async (): Promise<string> => {
      // The line end of the delimiter is the first byte: a part may have no headers.
      while (!rest.includes(headEnd) && rest.length <= headBytesMax) await readMore();
      const end = rest.indexOf(headEnd);
      if (end === -1 || end > headBytesMax) throw malformed();
      // Of a part without content the delimiter may follow at once; the empty line is its line end then.
      const at = end + lineEnd.length;
      while (isDelimiterAt(at) === undefined) await readMore();
      isInContent = true;
      return shift(isDelimiterAt(at) ? at : at + lineEnd.length).toString('latin1', 0, end);
    },
  };
}

/** How many bytes cannot belong to a delimiter of which only the beginning has arrived. */
function lengthBeforePrefix(bytes: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, bytes.length - delimiter.length + 1);
  const at = bytes.indexOf(lineEnd[0] as number, from);
  return at === -1 ? bytes.length : at;
}

/** The fields of a head, one character for each byte; of repeated ones the first counts. */
function readHead(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}

/**
 * Decodes `Content-Transfer-Encoding`. Browsers send parts unencoded; the few clients that still encode
 * them declare it, and the decoded bytes must be stored.
 */
function decodeTransfer(content: AsyncIterable<Buffer>, encoding = ''): AsyncIterable<Buffer> {
  if (/^(?:7bit|8bit|binary|)$/i.test(encoding)) return content;
  if (/^base64$/i.test(encoding)) return decodeBase64(content);
  throw invalid('Content-Transfer-Encoding must be binary or base64.');
}

async function* decodeBase64(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest = '';
  for await (const chunk of content) {
    const text = rest + chunk.toString('latin1').replaceAll(/[\r\n\t ]/g, '');
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw invalidBase64();
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
  }
  if (rest !== '') throw invalidBase64();
}

function malformed(): Problem {
  return invalid('The body is not well-formed multipart form data.');
}

function invalidBase64(): Problem {
  return invalid('The part is not well-formed base64.');
}
