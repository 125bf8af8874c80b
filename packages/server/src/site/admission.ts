/** Lets a visitor's call in or refuses it; the rule itself is `access/origins.ts`. */
import { isSiteSlug } from '@baraza/contract';
import { type AccessRules, asProblem, type CallOrigin, checkAccess } from '../access/origins.ts';
import { absentSite, Problem } from '../kernel/problem.ts';
import { findOwnSite, findSite, type SiteRow } from '../store/site/sites.ts';
import type { Reader } from '../store/store.ts';
import type { Assistant, Visitor } from './assistant.ts';

/**
 * The site that a visitor asks for. It is read for each call: a key that was rotated and a list
 * that was changed count from the next request on, in every process.
 */
export async function requireSite(reader: Reader, slug: string): Promise<SiteRow> {
  const site = isSiteSlug(slug) ? await findSite(reader, slug) : undefined;
  if (site === undefined) throw absentSite();
  return site;
}

/** Lets a visitor in, or throws the refusal. */
export function admitVisitor(
  { publicUrl }: Pick<Assistant, 'publicUrl'>,
  site: SiteRow,
  callOrigin: CallOrigin,
): Visitor {
  const home = { site: site.id, key: site.key, ownOrigins: ownOrigins(publicUrl()) };
  const problem = asProblem(checkAccess(gateOf(site), callOrigin, home));
  if (problem !== undefined) throw problem;
  return { site };
}

/** The site of an owner; another's is as absent as none. */
export async function requireOwnSite(
  reader: Reader,
  ownerId: string,
  slug: string,
): Promise<SiteRow> {
  const site = isSiteSlug(slug) ? await findOwnSite(reader, ownerId, slug) : undefined;
  if (site === undefined) throw absentSite();
  return site;
}

/** Whether a page of an origin would be let in now, and the sentence that says why. */
export function judgeOrigin(
  { publicUrl }: Pick<Assistant, 'publicUrl'>,
  site: SiteRow,
  text: string,
): { readonly origin: string; readonly allowed: boolean; readonly why: string } {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Problem('invalid', 'origin must be an address like https://www.example.com.');
  const { origin } = new URL(text);
  const rules = gateOf(site);
  const page = { origin, secFetchSite: 'cross-site', referer: undefined, isSocket: false };
  const home = { site: site.id, key: site.key, ownOrigins: ownOrigins(publicUrl()) };
  const verdict = checkAccess(rules, { ...page, keys: [site.key] }, home);
  if (!verdict.admitted) return { origin, allowed: false, why: verdict.sentence };
  const isOpen = rules.allowed_origins.length === 0;
  const why = isOpen
    ? 'No origin is listed, so pages of every origin may ask.'
    : `${origin} is among the origins that are listed.`;
  return { origin, allowed: true, why };
}

export function gateOf(site: Pick<SiteRow, 'gate'>): AccessRules {
  return JSON.parse(site.gate) as AccessRules;
}

/** This machine has two names for itself. */
function ownOrigins(publicUrl: string): readonly string[] {
  const { origin } = new URL(publicUrl);
  const local = origin.replace('//127.0.0.1', '//localhost');
  return local === origin ? [origin] : [origin, local];
}
