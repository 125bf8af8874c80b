import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  faultOf,
  isPrivateHost,
  judgedLookup,
  privateFault,
  type Resolve,
} from './judged-lookup.ts';

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

type PostOutcome =
  | { readonly status: number }
  /** There was no usable answer; the reason in a few words. */
  | { readonly fault: string };

const lateFault = 'it took too long';

/**
 * Posts to a URL that a user gave, safe against SSRF: the resolved address is checked at connect,
 * redirects are not followed, and time and answer size are limited.
 */
export function safeOutboundPost(post: OutgoingPost): Promise<PostOutcome> {
  const url = new URL(post.url);
  if (!post.allowPrivate && isPrivateHost(url)) return Promise.resolve({ fault: privateFault });
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
      lookup: judgedLookup(post.resolve, post.allowPrivate),
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
