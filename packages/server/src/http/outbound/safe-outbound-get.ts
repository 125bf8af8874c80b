/** Gets a page from a URL that a user gave, safe against SSRF; redirects are told and not followed. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  faultOf,
  isPrivateHost,
  judgedLookup,
  privateFault,
  type Resolve,
} from './judged-lookup.ts';

export interface OutgoingGet {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Of the whole, from the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
  /** Whether addresses that are not public may be reached. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve | undefined;
}

type GetOutcome =
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

export function safeOutboundGet(get: OutgoingGet): Promise<GetOutcome> {
  const url = new URL(get.url);
  if (!get.allowPrivate && isPrivateHost(url))
    return Promise.resolve({ fault: privateFault, isPrivate: true });
  if (get.signal.aborted) return Promise.resolve({ fault: late, isPrivate: false });
  return new Promise((resolve) => {
    const end = (outcome: GetOutcome) => {
      clearTimeout(deadline);
      get.signal.removeEventListener('abort', stop);
      request.destroy();
      resolve(outcome);
    };
    const fail = (fault: string) => end({ fault, isPrivate: fault === privateFault });
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'GET',
      agent: false,
      headers: { ...get.headers, 'accept-encoding': 'identity' },
      lookup: judgedLookup(get.resolve, get.allowPrivate),
    });
    // Settles by itself: a request whose socket is gone or detached emits nothing when it is destroyed.
    const stop = () => fail(late);
    const deadline = setTimeout(stop, get.timeoutMs);
    get.signal.addEventListener('abort', stop, { once: true });
    request.on('response', (response) => readBody(response, get.bytesMax, end, fail));
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail('it wants another protocol');
    });
    request.on('error', (error) => fail(faultOf(error)));
    request.end();
  });
}

const late = 'it took too long';

function readBody(
  response: IncomingMessage,
  bytesMax: number,
  end: (outcome: GetOutcome) => void,
  fail: (fault: string) => void,
): void {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const finish = (isTooLarge: boolean) =>
    end({
      status: response.statusCode ?? 0,
      type: response.headers['content-type'] ?? '',
      location: response.headers.location,
      pieces,
      isTooLarge,
    });
  response.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > bytesMax) finish(true);
    else pieces.push(piece);
  });
  response.on('end', () => finish(false));
  response.on('error', () => fail('the answer ended before it was whole'));
  response.on('close', () => {
    if (!response.complete) fail('the answer ended before it was whole');
  });
}
