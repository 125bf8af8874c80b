/** Chooses the server; loaded only if the embed line names a node or the site has moved. */
import { createServerChoice } from '@baraza/client';
import { type Embed, parsedUrl } from '../launcher/embed.ts';
import type { Servers } from '../launcher/stage.ts';

/** A refused node is logged on the console, and the operator's server is used. */
export function createServers({ operator, node, site, key, nodeKey }: Embed): Servers {
  const isAddress = node !== undefined && parsedUrl(node) !== undefined;
  if (node !== undefined && !isAddress)
    console.warn(`The operator is used instead of the node ${node}: it is not an address.`);
  const choice = createServerChoice({
    operator,
    node: isAddress ? node : undefined,
    site,
    siteKey: key,
  });
  return {
    current: async () => {
      const { base, isOperator, hasSameKey } = await choice.server();
      return { base, key: isOperator || hasSameKey ? key : nodeKey };
    },
    forget: choice.forget,
  };
}
