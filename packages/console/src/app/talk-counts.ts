import { client, useResource } from '../api/client.ts';

/** How many conversations a site has in each state; `refreshResources` with this key counts them again. */
export function useTalkCounts(site: string) {
  const key = `/console/sites/${encodeURIComponent(site)} waiting`;
  return useResource(key, async (signal) => {
    const options = { state: 'waiting', limit: 1, signal } as const;
    return (await client.sites.conversations(site, options)).counts;
  });
}
