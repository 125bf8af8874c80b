/** The cost of a single question without load; servers alternate, so that noise affects all alike. */
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import { quantile } from './arrivals.ts';
import { type Server, startCheckout, untilQuiet } from './checkout.ts';
import { openSites } from './owner.ts';
import { createPool, recordCalm } from './questions.ts';
import { openShops } from './shops.ts';
import { ask } from './visitor.ts';

export interface Single {
  readonly firstMs: number;
  /** CPU time of the server and its children. */
  readonly cpuMs: number;
}

export async function measureSingle(
  checkouts: readonly string[],
  count: number,
  random: Random,
): Promise<readonly Single[]> {
  const shops = openShops(40, 2);
  const servers: { readonly server: Server; readonly firstMs: number[]; cpuMs: number }[] = [];
  for (const checkout of checkouts) {
    const server = await startCheckout(checkout);
    await openSites(server, shops);
    await untilQuiet(server);
    servers.push({ server, firstMs: [], cpuMs: 0 });
  }
  const [first] = servers;
  if (first === undefined) return [];
  // All servers get the same questions. Only the first has seen them, on other sites.
  const pool = createPool(await recordCalm(first.server, shops, count), random);
  for (let at = 0; at < count; at += 1) {
    const { site, text } = pool.next();
    for (const one of servers) {
      const beforeMs = one.server.cpuMs();
      const { firstMs } = await ask(one.server, site, text);
      one.firstMs.push(firstMs);
      // Work after the answer is part of its cost.
      await new Promise((resolve) => setTimeout(resolve, 20));
      one.cpuMs += one.server.cpuMs() - beforeMs;
    }
  }
  for (const { server } of servers) await server.stop();
  return servers.map(({ firstMs, cpuMs }) => ({
    firstMs: quantile(firstMs, 0.5),
    cpuMs: cpuMs / count,
  }));
}
