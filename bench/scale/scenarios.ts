/** The scenarios that `scale.ts` simulates. */
import { assumptions } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { play, type Scenario } from './model.ts';
import type { Results, Summary } from './results.ts';

const { machine, network, flushMs, goal } = assumptions;

/** 10,000 sites with 1,000 questions a second together. */
export const large: Omit<Scenario, 'servers' | 'routing'> = {
  seed: 1,
  sites: 10_000,
  perSecond: 1_000,
  seconds: 40,
  warmUpSeconds: 10,
  server: { engines: machine.engines },
  database: { cores: 16, flushMs, roundTripMs: network.databaseMs },
};

/** The number of servers of a site, if the proxy routes by site. */
export const ownServers = 3;

export interface Sized {
  readonly machines: number;
  readonly summary: Summary;
}

/** The smallest number of machines that meets the goal. */
export async function machinesFor(
  scenario: Omit<Scenario, 'servers'>,
  costs: Costs,
): Promise<Sized> {
  const tried = new Map<number, Summary>();
  const isEnough = async (machines: number): Promise<boolean> => {
    const summary = (await play({ ...scenario, servers: machines }, costs)).summary();
    tried.set(machines, summary);
    return (
      summary.busyShare <= goal.busyShareMax &&
      summary.timeMs.p95 <= goal.p95Ms &&
      summary.engineUse <= goal.engineUseMax
    );
  };
  const { withoutReadingShare = assumptions.traffic.withoutReadingShare } = scenario;
  const readMs = scenario.perSecond * (1 - withoutReadingShare) * costs.reading.meanMs;
  let high = Math.max(2, Math.ceil(readMs / 1_000 / goal.engineUseMax / scenario.server.engines));
  let low = Math.max(1, Math.floor(high * 0.75));
  while (!(await isEnough(high))) {
    low = high;
    high = Math.ceil(high * 1.25) + 1;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await isEnough(middle)) high = middle;
    else low = middle;
  }
  return { machines: high, summary: tried.get(high) as Summary };
}

/** One site gets a thousand times its mean, on machines for the usual load. */
export function flashCrowd(machines: number, routing: Scenario['routing'], costs: Costs) {
  const usual = large.perSecond / large.sites;
  const crowd = { site: 5_000, perSecond: usual * 1_000, fromSeconds: 30, toSeconds: 90 };
  return play({ ...large, seconds: 120, servers: machines, routing, crowd }, costs);
}

/** A third of the machines is lost at once. */
export function lostZone(machines: number, costs: Costs) {
  const loss = { atSeconds: 30, share: 1 / 3 };
  return play({ ...large, seconds: 120, servers: machines, routing: 'any', loss }, costs);
}

/** Everything in the database takes ten times as long for a minute. */
export function slowDatabase(machines: number, cores: number, costs: Costs): Promise<Results> {
  const slow = { fromSeconds: 30, toSeconds: 90, factor: 10 };
  const database = { ...large.database, cores };
  return play(
    { ...large, seconds: 180, servers: machines, routing: 'any', database, slowDatabase: slow },
    costs,
  );
}

/** One machine at different loads, to show where refusals begin. */
export async function loadCurve(costs: Costs) {
  const capacity = (1_000 * machine.engines) / costs.reading.meanMs;
  const points: { readonly load: number; readonly summary: Summary }[] = [];
  for (const load of [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2]) {
    const scenario: Scenario = {
      ...large,
      sites: 1_000,
      perSecond: capacity * load,
      seconds: 300,
      servers: 1,
      routing: 'any',
      withoutReadingShare: 0,
      commonShare: 0,
      asksAgain: false,
    };
    points.push({ load, summary: (await play(scenario, costs)).summary() });
  }
  return points;
}
