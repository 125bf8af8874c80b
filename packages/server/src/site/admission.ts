/** Admits or refuses a visitor's call; the rule itself is in `access/origins.ts`. */
import { type AccessRules, type CallOrigin, refusalOfCall } from '../access/origins.ts';
import { invalid } from '../kernel/problem.ts';
import { findOwnSite, type SiteRow } from '../store/site/sites.ts';
import type { Reader } from '../store/store.ts';
import type { Assistant, Visitor } from './assistant.ts';
import { requireHere } from './sites/site-here.ts';

/** Admits a visitor, or throws the refusal. */
export function admitVisitor(
  { publicUrl }: Pick<Assistant, 'publicUrl'>,
  site: SiteRow,
  callOrigin: CallOrigin,
): Visitor {
  const refusal = refusalOfCall(gateOf(site), callOrigin, homeOf(site, publicUrl));
  if (refusal !== undefined) throw refusal;
  return { site };
}

/** The site of an owner; for the site of another owner the answer is the same as for no site. */
export function requireOwnSite(reader: Reader, ownerId: string, slug: string, isRead: boolean) {
  return requireHere(reader, slug, isRead, (from, id) => findOwnSite(from, ownerId, id));
}

/** Whether a page of an origin would be admitted now, and why. */
export function judgeOrigin(
  { publicUrl }: Pick<Assistant, 'publicUrl'>,
  site: SiteRow,
  text: string,
) {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalid('origin must be an address like https://www.example.com.');
  const { origin } = url;
  const rules = gateOf(site);
  const page = { origin, secFetchSite: 'cross-site', referer: undefined, isSocket: false };
  const call = { ...page, keys: [site.key] };
  const refusal = refusalOfCall(rules, call, homeOf(site, publicUrl));
  if (refusal !== undefined) return { origin, allowed: false, why: refusal.message };
  const isOpen = rules.allowed_origins.length === 0;
  const why = isOpen
    ? 'No origin is listed, so pages of every origin may ask.'
    : `${origin} is among the origins that are listed.`;
  return { origin, allowed: true, why };
}

export function gateOf(site: Pick<SiteRow, 'gate'>): AccessRules {
  return JSON.parse(site.gate) as AccessRules;
}

function homeOf(site: SiteRow, publicUrl: () => string) {
  const ownOrigins = () => {
    const { origin } = new URL(publicUrl());
    // 127.0.0.1 and localhost are the same machine.
    return [origin, origin.replace('//127.0.0.1', '//localhost')];
  };
  return { site: site.id, key: site.key, ownOrigins };
}
