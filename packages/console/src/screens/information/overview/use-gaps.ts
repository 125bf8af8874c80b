import type { SiteGaps } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';

/** Questions whose answer lacks their language, and entries that no answer was made from. */
export function useGaps(site: string): SiteGaps | undefined {
  return useResource(`/console/sites/${encodeURIComponent(site)}/gaps`, (signal) =>
    client.sites.gaps(site, { signal }),
  ).data.value;
}
