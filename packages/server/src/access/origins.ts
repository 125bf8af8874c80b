/** Which callers a site serves: pages of the origins its owner lists, and clients outside of browsers. */
import { isIP } from 'node:net';
import { siteLimits } from '@baraza/contract';
import { invalid, Problem } from '../kernel/problem.ts';

/** The fields of a profile that decide who may call. */
export interface AccessRules {
  readonly allowed_origins: readonly string[];
  readonly require_key: boolean;
  readonly allow_apps: boolean;
}

/** The headers that identify the calling page; only a browser sets them reliably, and only there do they matter. */
export interface CallOrigin {
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly referer: string | undefined;
  /** Whether it is a WebSocket upgrade, for which browsers send neither `Referer` nor `Sec-Fetch-Site`. */
  readonly isSocket: boolean;
  /** Every site key that was sent. */
  readonly keys: readonly string[];
}

interface SiteIdentity {
  /** The site's name in addresses. */
  readonly site: string;
  /** The key that is current now. */
  readonly key: string;
  /** The origins of this server itself; few calls need them. */
  readonly ownOrigins: () => readonly string[];
}

/** The refusal of a call, if any: the same for every public endpoint, every method and the WebSocket upgrade. */
export function refusalOfCall(
  rules: AccessRules,
  call: CallOrigin,
  site: SiteIdentity,
): Problem | undefined {
  if (call.keys.some((key) => key !== site.key))
    return new Problem(
      'site_key',
      'This site key is not current; use the one in the current embed line.',
    );
  if (!isAllowedOrigin(rules, call, site)) return refusedOrigin(call.origin);
  return rules.require_key && call.keys.length === 0
    ? new Problem('site_key', 'This site requires its key with every call, as X-Site-Key or ?key=.')
    : undefined;
}

/** The refusal of a preflight, which cannot carry a key: only the origin is checked. */
export function refusalOfPreflight(
  rules: AccessRules,
  origin: string | undefined,
): Problem | undefined {
  const { allowed_origins: listed } = rules;
  const isAllowed = listed.length === 0 || (origin !== undefined && isListed(listed, origin));
  return isAllowed ? undefined : refusedOrigin(origin);
}

function isAllowedOrigin(rules: AccessRules, call: CallOrigin, site: SiteIdentity): boolean {
  const { allowed_origins: listed } = rules;
  if (listed.length === 0) return true;
  const { origin } = call;
  if (origin !== undefined) return isListed(listed, origin) || isHostedPage(call, site);
  // A key is all that the owner requires of an app; a web view inside it may also send Sec-Fetch-Site.
  if (rules.allow_apps && call.keys.length > 0) return true;
  return (
    call.secFetchSite === 'same-origin' &&
    (site.ownOrigins().some((own) => isListed(listed, own)) || isHostedPage(call, site))
  );
}

/** The site's hosted page on this server: its writes carry an Origin header, its reads do not. */
function isHostedPage(call: CallOrigin, site: SiteIdentity): boolean {
  const { origin, secFetchSite, referer, isSocket, keys } = call;
  // Only our scripts run on our origin, and only the site's own hosted page has its key.
  if (isSocket && origin !== undefined && keys.length > 0 && site.ownOrigins().includes(origin))
    return true;
  if (secFetchSite !== 'same-origin' || referer === undefined) return false;
  return site.ownOrigins().some((own) => {
    if (origin !== undefined && origin !== own) return false;
    const page = `${own}/s/${site.site}`;
    return referer === page || referer.startsWith(`${page}?`) || referer === `${page}/`;
  });
}

function refusedOrigin(origin: string | undefined): Problem {
  const printable = origin
    ?.slice(0, siteLimits.originCharactersMax)
    .replaceAll(/[^\x21-\x7e]/g, '?');
  const caller =
    printable === undefined ? 'a caller without an Origin header' : `the origin ${printable}`;
  return new Problem(
    'origin',
    `This assistant does not serve ${caller}; its owner lists the websites that may use it.`,
  );
}

function isListed(listed: readonly string[], origin: string): boolean {
  const caller = originOf(origin);
  return (
    caller !== undefined &&
    listed.some((entry) => (entry.includes('*') ? isBelow(entry, caller) : entry === caller.origin))
  );
}

/** An origin as browsers write it, or undefined for anything else, `null` too. */
export function originOf(origin: string): URL | undefined {
  if (origin.length > siteLimits.originCharactersMax || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  return isWeb(url) && url.origin === origin ? url : undefined;
}

// One or more labels, and never the name itself.
function isBelow(entry: string, caller: URL): boolean {
  const pattern = new URL(entry.replace('*.', ''));
  if (caller.protocol !== pattern.protocol || caller.port !== pattern.port) return false;
  const tail = `.${pattern.hostname}`;
  if (!caller.hostname.endsWith(tail)) return false;
  return caller.hostname
    .slice(0, -tail.length)
    .split('.')
    .every((label) => label !== '');
}

/** An entry of `allowed_origins` as stored: lower case, without path and default port. Refuses an invalid one. */
export function normalOrigin(entry: string): string {
  const origin = parsedEntry(entry.trim());
  if (origin !== undefined) return origin;
  throw invalid(
    'allowed_origins must hold origins like https://example.com or https://*.example.com, not ' +
      `"${entry.slice(0, 100)}".`,
  );
}

function parsedEntry(entry: string): string | undefined {
  // Text that a URL parser would silently reinterpret is refused before it is parsed.
  if (entry.length > siteLimits.originCharactersMax || /[\s\\@?#%"'<>\p{Cc}]/u.test(entry))
    return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(entry) ? entry : `https://${entry}`;
  const match = /^(https?:\/\/)(\*\.)?([^/*]+)(?:\/[^*]*)?$/i.exec(address);
  if (match === null) return undefined;
  const [, scheme = '', star = '', host = ''] = match;
  if (!URL.canParse(`${scheme}${host}`)) return undefined;
  const url = new URL(`${scheme}${host}`);
  const name = url.hostname;
  if (!isWeb(url) || name === 'null' || name.startsWith('.') || /\.\.|\.$/.test(name))
    return undefined;
  if (star === '') return url.origin;
  // A wildcard needs a domain below a top-level one: `*.com` matches websites of everybody.
  if (!name.includes('.') || name.startsWith('[') || isIP(name) !== 0) return undefined;
  return url.origin.replace('://', '://*.');
}

// URL parsers accept characters that no host name has.
function isWeb({ protocol, hostname }: URL): boolean {
  const isKnown = protocol === 'https:' || protocol === 'http:';
  return isKnown && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname);
}
