import { client, useResource } from '../api/client.ts';

/** How many conversations a site has in each state; `refreshResources` with this key counts them again. */
export const useTalkCounts = (site: string) =>
  useResource(
    `/console/sites/${encodeURIComponent(site)} waiting`,
    async (signal) => (await client.sites.conversations(site, { limit: 1, signal })).counts,
  );
