/**
 * Calls to URLs that users gave, safe against SSRF: the resolved address is checked at connect, redirects are reported
 * and not followed, and time and answer size are limited.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  faultOf,
  isPrivateHost,
  judgedLookup,
  privateFault,
  type Resolve,
} from './judged-lookup.ts';

interface OutgoingCall {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** For the whole call, from the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether addresses that are not public may be reached. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve | undefined;
}

interface OutgoingGet extends OutgoingCall {
  readonly bytesMax: number;
}

interface OutgoingPost extends OutgoingCall {
  readonly body: string;
}

type GetResult =
  | {
      readonly status: number;
      readonly type: string;
      /** Where a redirect leads, as it was sent. */
      readonly location: string | undefined;
      readonly pieces: readonly Uint8Array[];
      readonly isTooLarge: boolean;
    }
  /** There was no usable answer; the reason in a few words. */
  | { readonly fault: string; readonly isPrivate: boolean };

type PostResult = { readonly status: number } | { readonly fault: string };

const lateFault = 'it took too long';
const cutFault = 'the answer ended before it was whole';
const silentFault = 'the connection was closed without an answer';
const postAnswerBytesMax = 64 * 1024;

export async function safeOutboundGet(get: OutgoingGet): Promise<GetResult> {
  const headers = { ...get.headers, 'accept-encoding': 'identity' };
  const sent = await send({ ...get, headers }, 'GET', get.bytesMax);
  const { response, pieces, isTooLarge, fault } = sent;
  if (response === undefined || fault !== undefined)
    return { fault: fault ?? silentFault, isPrivate: fault === privateFault };
  const { statusCode: status = 0, headers: received } = response;
  if (status === 101) return { fault: 'it wants another protocol', isPrivate: false };
  const { 'content-type': type = '', location } = received;
  return { status, type, location, pieces, isTooLarge };
}

/** The status decides; how the rest of the answer ends does not. */
export async function safeOutboundPost(post: OutgoingPost): Promise<PostResult> {
  const headers = { ...post.headers, 'content-length': String(Buffer.byteLength(post.body)) };
  const { response, fault } = await send({ ...post, headers }, 'POST', postAnswerBytesMax);
  if (response !== undefined) return { status: response.statusCode ?? 0 };
  return { fault: fault ?? silentFault };
}

interface Received {
  readonly response?: IncomingMessage | undefined;
  readonly pieces: readonly Uint8Array[];
  readonly isTooLarge: boolean;
  /** Why there is no answer, or only a part of it. */
  readonly fault: string | undefined;
}

function send(
  call: OutgoingCall & { readonly body?: string },
  method: 'GET' | 'POST',
  bytesMax: number,
): Promise<Received> {
  const url = new URL(call.url);
  const pieces: Uint8Array[] = [];
  const failed = (fault: string) => Promise.resolve({ pieces, isTooLarge: false, fault });
  if (!call.allowPrivate && isPrivateHost(url)) return failed(privateFault);
  if (call.signal.aborted) return failed(lateFault);
  return new Promise((resolve) => {
    let response: IncomingMessage | undefined;
    let bytes = 0;
    const end = (fault: string | undefined) => {
      clearTimeout(deadline);
      call.signal.removeEventListener('abort', stop);
      request.destroy();
      resolve({ response, pieces, isTooLarge: bytes > bytesMax, fault });
    };
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      agent: false,
      headers: call.headers,
      lookup: judgedLookup(call.resolve, call.allowPrivate),
    });
    // Resolved here: a request whose socket is gone or detached emits nothing when it is destroyed.
    const stop = () => end(lateFault);
    const deadline = setTimeout(stop, call.timeoutMs);
    call.signal.addEventListener('abort', stop, { once: true });
    request.on('response', (incoming) => {
      response = incoming;
      incoming.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > bytesMax) end(undefined);
        else pieces.push(piece);
      });
      incoming.on('end', () => end(undefined));
      incoming.on('error', () => end(cutFault));
      incoming.on('close', () => end(cutFault));
    });
    // No upgrade was asked for: 101 is a status like any other, and the detached socket must be closed here.
    request.on('upgrade', (incoming, socket) => {
      response = incoming;
      socket.destroy();
      end(undefined);
    });
    request.on('error', (error) => end(faultOf(error)));
    // Every request ends with it, also one that has emitted neither an answer nor an error.
    request.on('close', () => {
      if (response === undefined) end(silentFault);
    });
    request.end(call.body);
  });
}
