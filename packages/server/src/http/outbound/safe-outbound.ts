/**
 * Calls to URLs that users gave, safe against SSRF: the resolved address is checked at connect, redirects are reported
 * and not followed, and time and answer size are limited.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callRemote, RemoteFault } from '../../kernel/remote/remote-call.ts';
import { isPublicAddress } from './public-address.ts';

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
  readonly body: string | Uint8Array;
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
  const pieces: Uint8Array[] = [];
  let isTooLarge = false;
  try {
    const { status, headers, body, discard } = await open(get, 'GET', get.bytesMax);
    if (status === 101) {
      discard();
      return { fault: 'it wants another protocol', isPrivate: false };
    }
    try {
      for await (const piece of body) pieces.push(piece);
    } catch (error) {
      isTooLarge = error instanceof RemoteFault && error.kind === 'endless';
      if (!isTooLarge) throw error;
    }
    const { 'content-type': type = '', location } = headers;
    return { status, type, location, pieces, isTooLarge };
  } catch (error) {
    const fault = faultOf(error);
    return { fault, isPrivate: fault === privateFault };
  }
}

/** The status decides; how the rest of the answer ends does not. */
export async function safeOutboundPost(post: OutgoingPost): Promise<PostResult> {
  try {
    const { status, body } = await open(post, 'POST', postAnswerBytesMax);
    await readToEnd(body).catch(() => {});
    return { status };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

async function readToEnd(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

async function open(
  call: OutgoingCall & { readonly body?: string | Uint8Array },
  method: 'GET' | 'POST',
  bytesMax: number,
) {
  const { url, headers, body, timeoutMs, signal, allowPrivate } = call;
  if (!allowPrivate && isPrivateHost(new URL(url)))
    throw new RemoteFault('unreachable', privateCode);
  return callRemote({
    url,
    method,
    headers,
    body,
    limits: { firstByteMs: timeoutMs, silenceMs: timeoutMs, waitMs: timeoutMs, bytesMax },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    lookup: judgedLookup(call.resolve, allowPrivate),
  });
}

function faultOf(error: unknown): string {
  // Anything else is the reason of a signal.
  if (!(error instanceof RemoteFault)) return lateFault;
  const { kind, code, message } = error;
  if (code === privateCode) return privateFault;
  if (kind === 'silent' || kind === 'late') return lateFault;
  if (kind === 'cut') return cutFault;
  if (kind === 'encoded') return message;
  return code === '' ? silentFault : code;
}

// SSRF protection of every call to an address that a user gave: names are resolved once, checked, and pinned.

/** Resolves all addresses of a name with the system's resolver. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const privateFault = 'the address is not public';
/** The code of the error of a look-up. */
const privateCode = 'EPRIVATE';

/** Whether the host of a URL is an IP address that is not public. */
function isPrivateHost(url: URL): boolean {
  // The URL parser has normalised every notation of an IP address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

const resolveBySystem: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

// The socket connects to exactly the address returned here, without resolving again, so DNS rebinding
// between check and connect is impossible.
function judgedLookup(given: Resolve | undefined, allowPrivate: boolean): LookupFunction {
  const resolve = given ?? resolveBySystem;
  return (hostname, options, done) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) done(error, '');
      else if (first === undefined) done(errorWithCode('ENOTFOUND'), '');
      else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        done(errorWithCode(privateCode), '');
      else if (options.all === true) (done as DoneWithAll)(null, addresses);
      else done(null, first.address, first.family);
    });
}

type DoneWithAll = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

function errorWithCode(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
