/** Proposes moves from this server to its nodes, by the questions of the last seven days. It moves nothing. */
import { dayMs, nodeLimits } from '@baraza/contract';
import { type Clock, isoTime } from '../../kernel/clock.ts';
import { coversSite } from '../../nodes/grants.ts';
import { runningGrants } from '../../store/nodes.ts';
import { nodeLoads, type SiteLoad, siteLoads } from '../../store/site/site-moves.ts';
import type { Store } from '../../store/store.ts';

const countedDays = 7;
const here = 'this server';

interface Server {
  readonly name: string;
  readonly sites: readonly string[];
  questions: number;
}

interface ProposedMove {
  readonly site: string;
  readonly to: string;
  readonly questions: number;
  readonly bytes: number;
}

export async function proposeMoves({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}) {
  const since = isoTime(clock() - countedDays * dayMs).slice(0, 10);
  const grants = await runningGrants(store, clock(), nodeLimits.nodesListedMax);
  const reader = store.scan('operator');
  const sites = (await siteLoads(reader, since)).map((load) => ({
    ...load,
    questions: Number(load.questions),
    bytes: Number(load.bytes),
  }));
  const reported = await nodeLoads(
    reader,
    since,
    grants.map(({ node_id }) => node_id),
  );
  const nodes = new Map<string, Server>();
  for (const { origin, node_id, sites: covered } of grants) {
    const known = nodes.get(origin)?.sites ?? [];
    const questions = Number(reported.find((row) => row.node_id === node_id)?.questions ?? 0);
    const all = [...known, ...(JSON.parse(covered) as string[])];
    nodes.set(origin, { name: origin, sites: all, questions });
  }
  const servers = [...nodes.values()];
  const own = sites.reduce((sum, { questions }) => sum + questions, 0);
  const before = [{ name: here, questions: own }, ...servers].map(({ name, questions }) => ({
    server: name,
    questions,
  }));
  return { since, servers: before, moves: chooseMoves(sites, servers) };
}

/**
 * Takes the busiest sites first, and the smaller of two that are equally busy. Each goes to the least busy node that
 * may serve it, if the node then has less to do than this server had before.
 */
export function chooseMoves(
  sites: readonly SiteLoad[],
  nodes: readonly Server[],
): readonly ProposedMove[] {
  const loads = nodes.map((node) => ({ ...node }));
  let left = sites.reduce((sum, { questions }) => sum + questions, 0);
  const moves: ProposedMove[] = [];
  const order = sites.toSorted(
    (one, other) => other.questions - one.questions || one.bytes - other.bytes,
  );
  for (const { site_id: site, questions, bytes } of order) {
    const [target] = loads
      .filter((node) => coversSite(node.sites, site))
      .toSorted((one, other) => one.questions - other.questions);
    if (target === undefined || questions === 0) continue;
    if (target.questions + questions >= left) continue;
    target.questions += questions;
    left -= questions;
    moves.push({ site, to: target.name, questions, bytes });
  }
  return moves;
}
