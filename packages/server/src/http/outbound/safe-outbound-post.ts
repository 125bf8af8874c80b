import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const answerBytesMax = 64 * 1024;

export interface OutgoingPost {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether addresses that are not public may be reached. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve | undefined;
}

/** Resolves all addresses of a name with the system's resolver. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type PostOutcome =
  | { readonly status: number }
  /** There was no usable answer; the reason in a few words. */
  | { readonly fault: string };

export const privateFault = 'the address is not public';
const lateFault = 'it took too long';

/**
 * Posts to a URL that a user gave, safe against SSRF: the resolved address is checked at connect,
 * redirects are not followed, and time and answer size are limited.
 */
export function safeOutboundPost(post: OutgoingPost): Promise<PostOutcome> {
  const url = new URL(post.url);
  // The URL parser has normalised every notation of an IP address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!post.allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.resolve({ fault: privateFault });
  if (post.signal.aborted) return Promise.resolve({ fault: lateFault });
  return new Promise((resolve) => {
    let status: number | undefined;
    const end = (fault: string) => {
      clearTimeout(deadline);
      post.signal.removeEventListener('abort', stop);
      request.destroy();
      // The status decides; how the rest of the answer ends does not.
      resolve(status === undefined ? { fault } : { status });
    };
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      headers: { ...post.headers, 'content-length': Buffer.byteLength(post.body) },
      lookup: judgedLookup(post.resolve ?? resolveBySystem, post.allowPrivate),
    });
    // Settles by itself: a request whose socket is gone or detached emits nothing when it is destroyed.
    const stop = () => end(lateFault);
    const deadline = setTimeout(stop, post.timeoutMs);
    post.signal.addEventListener('abort', stop, { once: true });
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > answerBytesMax) request.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => end(''));
    });
    // Nobody asked for another protocol: 101 is a status like any other, and the detached socket is ours to close.
    request.on('upgrade', (response, socket) => {
      status = response.statusCode;
      socket.destroy();
      end('');
    });
    request.on('error', (error) => end(faultOf(error)));
    // Every request ends with it, also one that has emitted neither an answer nor an error.
    request.on('close', () => end('the connection was closed without an answer'));
    request.end(post.body);
  });
}

const resolveBySystem: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

// The socket connects to exactly the address returned here, without resolving again, so DNS rebinding
// between check and connect is impossible.
function judgedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) done(error, '');
      else if (first === undefined) done(errorWithCode('ENOTFOUND'), '');
      else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        done(errorWithCode('EPRIVATE'), '');
      else if (options.all === true) (done as DoneWithAll)(null, addresses);
      else done(null, first.address, first.family);
    });
}

type DoneWithAll = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

function errorWithCode(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

function faultOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EPRIVATE') return privateFault;
  return error.code ?? error.message;
}
