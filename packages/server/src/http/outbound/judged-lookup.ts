/** SSRF protection of every call to an address that a user gave: names are resolved once, checked, and pinned. */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Resolves all addresses of a name with the system's resolver. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const privateFault = 'the address is not public';
/** The code of the error of a look-up. */
export const privateCode = 'EPRIVATE';

/** Whether the host of a URL is an IP address that is not public. */
export function isPrivateHost(url: URL): boolean {
  // The URL parser has normalised every notation of an IP address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

const resolveBySystem: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

// The socket connects to exactly the address returned here, without resolving again, so DNS rebinding
// between check and connect is impossible.
export function judgedLookup(given: Resolve | undefined, allowPrivate: boolean): LookupFunction {
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
