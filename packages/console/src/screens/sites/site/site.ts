import type { SiteDetails } from '@baraza/contract';
import { client, type Resource, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';

/** The path of the site below /console, for downloads and as a prefix of resource keys. */
export function sitePath(site: string): string {
  return `/console/sites/${encodeURIComponent(site)}`;
}

/** The address of a screen of the site. */
export function siteHref(site: string, part = ''): string {
  return `#/sites/${encodeURIComponent(site)}${part}`;
}

/** The page of the assistant on the site service. */
export function hostedPage(site: string): string {
  return `${signedIn().siteUrl}/s/${encodeURIComponent(site)}`;
}

const parts = {
  faq: 'faqs',
  faqs: 'faqs',
  fact: 'facts',
  facts: 'facts',
  fields: 'facts',
  document: 'documents',
  documents: 'documents',
  profile: 'business',
} as const;

/** A link to the editor of an entry. `kind` is the kind of a source or the list of a gap. */
export function entryHref(site: string, kind: keyof typeof parts, id: string): string {
  return siteHref(site, `/information/${parts[kind]}?entry=${encodeURIComponent(id)}`);
}

export function useSite(site: string): Resource<SiteDetails> {
  return useResource(sitePath(site), (signal) => client.sites.get(site, { signal }));
}
