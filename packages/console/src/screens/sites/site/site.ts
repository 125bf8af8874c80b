/** A site as its owner's screens share it. */
import type { SiteDetails } from '@baraza/contract';
import { call } from '../../../api/call.ts';
import { type Resource, useResource } from '../../../api/resource.ts';

export function sitePath(site: string): string {
  return `/console/sites/${encodeURIComponent(site)}`;
}

/** The address of one of its screens. */
export function siteHref(site: string, part = ''): string {
  return `#/sites/${encodeURIComponent(site)}${part}`;
}

export function useSite(site: string): Resource<SiteDetails> {
  const path = sitePath(site);
  return useResource(path, (signal) => call<SiteDetails>('GET', path, { signal }));
}
