import type { SiteDetails } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { type Resource, useResource } from '../../../api/resource.ts';

/** The address of the site's API, for downloads, and the beginning of the keys of its resources. */
export function sitePath(site: string): string {
  return `/console/sites/${encodeURIComponent(site)}`;
}

/** The address of one of its screens. */
export function siteHref(site: string, part = ''): string {
  return `#/sites/${encodeURIComponent(site)}${part}`;
}

export function useSite(site: string): Resource<SiteDetails> {
  return useResource(sitePath(site), (signal) => client.sites.get(site, { signal }));
}
