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

type Verdict =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly code: 'origin' | 'site_key'; readonly sentence: string };

const admitted: Verdict = { admitted: true };

/** The same decision for every public endpoint, every method and the WebSocket upgrade. */
export function checkAccess(rules: AccessRules, call: CallOrigin, site: SiteIdentity): Verdict {
  if (call.keys.some((key) => key !== site.key))
    return {
      admitted: false,
      code: 'site_key',
      sentence: 'This site key is not current; use the one in the current embed line.',
    };
  if (!isAllowedOrigin(rules, call, site)) return refusedOrigin(call.origin);
  if (rules.require_key && call.keys.length === 0)
    return {
      admitted: false,
      code: 'site_key',
      sentence: 'This site requires its key with every call, as X-Site-Key or ?key=.',
    };
  return admitted;
}

/** The decision for a preflight, which cannot carry a key: only the origin is checked. */
export function checkPreflight(rules: AccessRules, origin: string | undefined): Verdict {
  if (rules.allowed_origins.length === 0) return admitted;
  return origin !== undefined && isListed(rules.allowed_origins, origin)
    ? admitted
    : refusedOrigin(origin);
}

export function asProblem(verdict: Verdict): Problem | undefined {
  return verdict.admitted ? undefined : new Problem(verdict.code, verdict.sentence);
}

function isAllowedOrigin(rules: AccessRules, call: CallOrigin, site: SiteIdentity): boolean {
  const { allowed_origins: listed } = rules;
  if (listed.length === 0) return true;
  const { origin } = call;
  if (origin !== undefined) return isListed(listed, origin) || isHostedPage(call, site);
  // A key is all that the owner requires of an app; a web view inside it may also send Sec-Fetch-Site.
  if (isApp(rules, call)) return true;
  return (
    call.secFetchSite === 'same-origin' &&
    (site.ownOrigins().some((own) => isListed(listed, own)) || isHostedPage(call, site))
  );
}

function isApp(rules: AccessRules, call: CallOrigin): boolean {
  return rules.allow_apps && call.keys.length > 0;
}

/** The site's hosted page on this server: its writes carry an Origin header, its reads do not. */
function isHostedPage(call: CallOrigin, site: SiteIdentity): boolean {
  const { origin, secFetchSite, referer } = call;
  if (isHostedSocket(call, site)) return true;
  if (secFetchSite !== 'same-origin' || referer === undefined) return false;
  return site.ownOrigins().some((own) => {
    if (origin !== undefined && origin !== own) return false;
    const page = `${own}/s/${site.site}`;
    return referer === page || referer.startsWith(`${page}?`) || referer === `${page}/`;
  });
}

// Only our scripts run on our origin, and only the site's own hosted page has its key.
function isHostedSocket(
  { origin, isSocket, keys }: CallOrigin,
  { ownOrigins }: SiteIdentity,
): boolean {
  return isSocket && origin !== undefined && ownOrigins().includes(origin) && keys.length > 0;
}

function refusedOrigin(origin: string | undefined): Verdict {
  const callerText =
    origin === undefined ? 'a caller without an Origin header' : `the origin ${printable(origin)}`;
  return {
    admitted: false,
    code: 'origin',
    sentence: `This assistant does not serve ${callerText}; its owner lists the websites that may use it.`,
  };
}

function printable(origin: string): string {
  return origin.slice(0, siteLimits.originCharactersMax).replaceAll(/[^\x21-\x7e]/g, '?');
}

function isListed(listed: readonly string[], origin: string): boolean {
  const caller = serialised(origin);
  return (
    caller !== undefined &&
    listed.some((entry) => (entry.includes('*') ? isBelow(entry, caller) : entry === caller.origin))
  );
}

/** An origin as browsers write it, or undefined for anything else, `null` too. */
function serialised(origin: string): URL | undefined {
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
