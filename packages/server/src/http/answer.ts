import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@baraza/contract';
import { textPieces } from '../kernel/text-pieces.ts';
import { unlimited } from './body/body-budget.ts';
import { carriesBody, isBodyBroken, readBody } from './body/read-body.ts';

export type Headers = { readonly [name: string]: string | number };

/** A complete text, or a function that streams with backpressure. */
export type Answer = TextAnswer | StreamAnswer;

export interface TextAnswer {
  readonly status: number;
  readonly headers?: Headers;
  readonly body?: string;
}

interface StreamAnswer {
  /** Calls `sink.start` once, then `sink.write`; may still throw a Problem before `start`. */
  readonly stream: (sink: Sink) => Promise<void>;
}

export interface Sink {
  readonly start: (status: number, headers: Headers) => void;
  /**
   * Backpressure: resolves when more may be written, and for bytes when their memory may be reused;
   * rejects when the client has disconnected.
   */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** Sends the buffered text now, for streams whose reader waits for each piece. */
  readonly flush: () => Promise<void>;
  /** True for a HEAD request. */
  readonly headersOnly: boolean;
}

/** Buffers a stream into one text, for answers that are small enough. */
export async function collectStream(stream: StreamAnswer['stream']): Promise<TextAnswer> {
  let head = { status: 200, headers: {} as Headers };
  let body = '';
  await stream({
    headersOnly: false,
    start: (status, headers) => {
      head = { status, headers };
    },
    write: async (chunk) => {
      body += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    },
    flush: async () => {},
  });
  return { ...head, body };
}

/** The client disconnected: not an error, so it is counted in the metrics and not logged. */
export class ClientLeft extends Error {
  constructor(cause?: unknown) {
    super('the client left', cause === undefined ? undefined : { cause });
    this.name = 'ClientLeft';
  }
}

/** Whether work failed only because the client disconnected. */
export function isClientLeft(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof ClientLeft) return true;
  return false;
}

export const jsonType = 'application/json; charset=utf-8';
const gatherCharacters = 64 * 1024;
// An answer that ends before this is sent with its length: chunks of a stream cost twice as much to write.
const smallCharacters = 256 * 1024;

/**
 * Sends a complete answer. When the request body is still arriving, the answer goes out at once and the
 * rest of the body is drained before the connection may close: a client that is still sending would
 * otherwise see a broken pipe instead of the refusal.
 */
export function sendText(raw: ServerResponse, answer: TextAnswer, common: Headers): void {
  const body = answer.body ?? '';
  const headers: Record<string, string | number> = { ...common, ...answer.headers };
  if (answer.status !== 204 && answer.status !== 304) {
    headers['content-length'] = Buffer.byteLength(body);
    if (answer.body !== undefined) headers['content-type'] ??= jsonType;
  }
  raw.writeHead(answer.status, headers);
  if (body.length > gatherCharacters) writePieces(raw, textPieces(body), () => endAfterBody(raw));
  else if (hasUnreadBody(raw.req)) {
    raw.write(body);
    endAfterBody(raw);
  } else raw.end(body);
}

/**
 * Writes piece by piece with backpressure. Written at once, a text would be held in memory a second
 * time, as bytes, for every slow reader.
 */
function writePieces(raw: ServerResponse, pieces: Iterator<string>, done: () => void): void {
  for (let next = pieces.next(); !raw.destroyed; next = pieces.next()) {
    if (next.done === true) {
      done();
      return;
    }
    if (!raw.write(next.value)) {
      raw.once('drain', () => writePieces(raw, pieces, done));
      return;
    }
  }
}

/**
 * Sends a streamed answer. Text is buffered first: an answer that stays small is sent at once with a
 * Content-Length, a large one is streamed with backpressure.
 */
export async function sendStream(
  raw: ServerResponse,
  answer: StreamAnswer,
  common: Headers,
  signal: AbortSignal,
): Promise<void> {
  const headersOnly = raw.req.method === 'HEAD';
  let head: { readonly status: number; readonly headers: Headers } | undefined;
  let buffered = '';
  const push = async (chunk: string | Uint8Array): Promise<void> => {
    if (signal.aborted) throw signal.reason;
    if (head !== undefined && !raw.headersSent)
      raw.writeHead(head.status, { ...common, ...head.headers });
    if (headersOnly || chunk.length === 0) return;
    if (typeof chunk !== 'string') {
      await writeAndWait(raw, chunk, signal);
      return;
    }
    for (const piece of textPieces(chunk))
      if (!raw.write(piece)) await once(raw, 'drain', { signal });
  };
  const flush = (): Promise<void> => {
    const text = buffered;
    buffered = '';
    return push(text);
  };
  await answer.stream({
    headersOnly,
    flush,
    start: (status, headers) => {
      head = { status, headers };
    },
    write: async (chunk) => {
      if (typeof chunk !== 'string') {
        await flush();
        await push(chunk);
        return;
      }
      buffered += chunk;
      if (buffered.length >= (raw.headersSent ? gatherCharacters : smallCharacters)) await flush();
    },
  });
  if (head === undefined) throw new Error('a stream ended without having started');
  if (!raw.headersSent && head.headers['content-length'] === undefined) {
    signal.throwIfAborted();
    sendText(raw, { ...head, body: buffered }, common);
    return;
  }
  await flush();
  endAfterBody(raw);
}

// Node never calls the callback of a write made after the connection closed, so the wait also ends with the signal,
// which aborts with the connection.
function writeAndWait(raw: ServerResponse, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    raw.write(bytes, (error) => {
      signal.removeEventListener('abort', onAbort);
      if (error) reject(new ClientLeft(error));
      else resolve();
    });
  });
}

function endAfterBody(raw: ServerResponse): void {
  if (hasUnreadBody(raw.req)) void throwAwayBody(raw.req, () => raw.end());
  else raw.end();
}

function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && carriesBody(request) && !isBodyBroken(request);
}

async function throwAwayBody(request: IncomingMessage, done: () => void): Promise<void> {
  const pieces = readBody(request, limits.refusedBodyBytesMax, { intake: unlimited });
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, limits.refusedBodyMs);
  const readAll = async () => {
    for await (const _ of pieces);
  };
  // However the reading ends, the answer does.
  await Promise.race([readAll(), late.promise]).catch(() => {});
  clearTimeout(timer);
  done();
  if (hasUnreadBody(request)) request.socket.destroySoon();
}
