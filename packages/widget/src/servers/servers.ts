/** Loaded where the embed line names a node, or its site has moved: which server may answer. */
import { createServerChoice } from '@baraza/client';
import type { Embed } from '../launcher/embed.ts';
import type { Servers } from '../launcher/stage.ts';

/** What is refused is told in one line on the console, and the operator is used. */
export function createServers({ operator, node, site, key, nodeKey }: Embed): Servers {
  const choice = createServerChoice({ operator, node, site, siteKey: key });
  return {
    current: async () => {
      const { base, isOperator } = await choice.server();
      return { base, key: isOperator ? key : nodeKey };
    },
    forget: choice.forget,
  };
}
