/**
 * HTTP with servers that are not ours: model and speech servers, other nodes, websites, webhooks. Such a server may be
 * broken or hostile, so every call is bounded: in bytes, in time, and in what one turn of the event loop takes from it.
 * Redirects are reported and not followed. Compressed bodies are refused: a few bytes can become gigabytes.
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { breathe } from '../breathe.ts';
import { codeOf } from '../fault.ts';
import { race } from '../race.ts';
import { http, loadHttps } from './node-http.ts';
import { agentFor } from './paced-agent.ts';

interface RemoteLimits {
  /** Until the first byte of the body. */
  readonly firstByteMs: number;
  /** Between two pieces of the body. */
  readonly silenceMs: number;
  /** All waiting for the server together; the time that the reader takes does not count. */
  readonly waitMs: number;
  readonly bytesMax: number;
}

interface RemoteCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Uint8Array | undefined;
  readonly limits: RemoteLimits;
  readonly signal: AbortSignal;
  /** Resolves the name of the host; by default the system does. */
  readonly lookup?: RequestOptions['lookup'];
  /** Whether the connection stays open for further calls. */
  readonly keepsAlive?: boolean;
}

interface RemoteResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** To be read once, or to be discarded. Throws a `RemoteFault`. Leaving the iteration ends the call. */
  readonly body: AsyncGenerator<Uint8Array, void, undefined>;
  readonly discard: () => void;
}

const meanings = {
  unreachable: 'the server cannot be reached',
  lost: 'the connection was lost before an answer',
  silent: 'the server fell silent',
  late: 'the server took too long in all',
  cut: 'the server broke off in the middle',
  endless: 'the server sent more than is accepted',
  encoded: 'the server sent a compressed body, which was not asked for',
  malformed: 'the server sent something that cannot be read',
} as const;

/** Why there is no answer, or only a part of it; in fixed words, without anything that was sent or received. */
export class RemoteFault extends Error {
  readonly kind: keyof typeof meanings;
  readonly code: string;

  constructor(kind: keyof typeof meanings, code = '') {
    super([meanings[kind], code].filter(Boolean).join(': '));
    this.name = 'RemoteFault';
    this.kind = kind;
    this.code = code;
  }
}

/** Resolves with the head of the response. Rejects with a `RemoteFault`, or with the reason of the signal. */
export async function callRemote(call: RemoteCall): Promise<RemoteResponse> {
  const { limits, signal } = call;
  signal.throwIfAborted();
  const startedMs = performance.now();
  const request = open(call);
  try {
    const limitMs = Math.min(limits.firstByteMs, limits.waitMs);
    const incoming = await race(responseOf(request), { signal, limitMs }, () => {
      throw signal.aborted ? signal.reason : lateness(limits, limitMs);
    });
    const end = () => request.destroy();
    // After an abort nothing of the body is needed, even if it is not read.
    signal.addEventListener('abort', end, { once: true });
    incoming.once('close', () => signal.removeEventListener('abort', end));
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: readBody(incoming, call, performance.now() - startedMs),
      discard: end,
    };
  } catch (error) {
    request.destroy();
    // The server closed a kept connection at the moment of the call, and did not see it.
    const isStale = request.reusedSocket && error instanceof RemoteFault && error.kind === 'lost';
    if (isStale) return callRemote({ ...call, keepsAlive: false });
    throw error;
  }
}

type Request = ReturnType<typeof http.request>;

function open({ url, method, headers, body, lookup, keepsAlive = false }: RemoteCall): Request {
  const { protocol } = new URL(url);
  const request = (protocol === 'https:' ? loadHttps() : http).request(url, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(lookup === undefined ? {} : { lookup }),
    agent: agentFor(protocol, keepsAlive),
  });
  // An error may come after the response, when nobody listens any more.
  request.on('error', () => {});
  request.end(body);
  return request;
}

function responseOf(request: Request): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', (incoming) => {
      incoming.on('error', () => {});
      resolve(incoming);
    });
    // No upgrade was asked for: 101 is a status like any other, and the detached socket must be closed here.
    request.on('upgrade', (incoming, socket) => {
      socket.destroy();
      incoming.push(null);
      resolve(incoming);
    });
    request.on('error', (error) => {
      const code = codeOf(error);
      reject(new RemoteFault(lostCodes.includes(code) ? 'lost' : 'unreachable', code));
    });
    // Every request ends with it, also one that has emitted neither a response nor an error.
    request.on('close', () => reject(new RemoteFault('lost')));
  });
}

const lostCodes = ['ECONNRESET', 'EPIPE'];
// A chunk of one byte costs as much as one of thousands: so much of what arrives may be framing.
const framingBytes = 256 * 1024;
const framingShare = 8;
// More work is left for the next turn of the event loop.
const pieceBytesMax = 64 * 1024;

/** The body in pieces of at most 64 KB. Small pieces that have arrived together are joined. */
async function* readBody(
  incoming: IncomingMessage,
  { limits, signal }: RemoteCall,
  waitedForHeadMs: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = incoming.iterator({ destroyOnReturn: false });
  // Undefined after an upgrade was refused.
  const { socket } = incoming as { readonly socket?: IncomingMessage['socket'] };
  const onWireBefore = socket?.bytesRead ?? 0;
  let waitedMs = waitedForHeadMs;
  let bytes = 0;
  const read = async () => {
    const silenceMs = bytes === 0 ? limits.firstByteMs : limits.silenceMs;
    const limitMs = Math.max(0, Math.min(silenceMs, limits.waitMs - waitedMs));
    const startedMs = performance.now();
    const next = await race(pieces.next(), { signal, limitMs }, () => {
      throw signal.aborted ? signal.reason : lateness(limits, limitMs);
    });
    waitedMs += performance.now() - startedMs;
    return next;
  };
  try {
    const encoding = incoming.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity' && encoding !== '') throw new RemoteFault('encoded');
    for (;;) {
      const { done, value } = await read();
      if (done === true) return;
      bytes += value.length;
      const onWire = (socket?.bytesRead ?? 0) - onWireBefore;
      if (bytes > limits.bytesMax || onWire > framingBytes + framingShare * bytes)
        throw new RemoteFault('endless');
      for (let at = 0; at < value.length; at += pieceBytesMax) {
        await breathe(signal);
        yield value.subarray(at, at + pieceBytesMax);
      }
    }
  } catch (error) {
    incoming.destroy();
    if (signal.aborted) throw signal.reason;
    throw error instanceof RemoteFault ? error : new RemoteFault('cut', codeOf(error));
  } finally {
    if (!incoming.destroyed) {
      // Its listener would keep the rest from flowing.
      await pieces.return?.();
      drain(incoming);
    }
  }
}

const drainMs = 1_000;
const drainBytesMax = 64 * 1024;

/** A connection whose response was read to its end serves the next call; any other is closed. */
function drain(incoming: IncomingMessage): void {
  if (incoming.readableEnded) return;
  let bytes = 0;
  const close = () => incoming.destroy();
  const timer = setTimeout(close, drainMs);
  incoming.once('close', () => clearTimeout(timer));
  incoming.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > drainBytesMax) close();
  });
  incoming.resume();
}

/** `limitMs`: the limit that was reached. */
function lateness({ waitMs, firstByteMs, silenceMs }: RemoteLimits, limitMs: number): RemoteFault {
  const isSilence = limitMs === firstByteMs || limitMs === silenceMs;
  return new RemoteFault(isSilence && limitMs < waitMs ? 'silent' : 'late');
}
