/** Simulates visitors, a proxy, servers and a database in virtual time. */
import { assumptions } from './assumptions.ts';
import { type Chance, createChance, zipf } from './chance.ts';
import type { Costs } from './costs.ts';
import { createDatabase, type DatabaseSize } from './database.ts';
import { spread } from './engines.ts';
import { createSimulation, type Simulation } from './events.ts';
import { createResults, type Results } from './results.ts';
import { createServer, type Question, type Reply, type Server, type ServerSize } from './server.ts';

export interface Scenario {
  readonly seed: number;
  readonly sites: number;
  /** Questions per second, without retries after a refusal. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Seconds at the beginning that are not part of the results. */
  readonly warmUpSeconds?: number;
  readonly servers: number;
  readonly server: ServerSize;
  readonly database: DatabaseSize;
  /** `any`: each question goes to any server. A number: a site has this many servers. */
  readonly routing: 'any' | number;
  readonly siteExponent?: number;
  readonly withoutReadingShare?: number;
  readonly commonShare?: number;
  readonly visitorMs?: number;
  /** Whether a refused visitor asks once more, as the widget does. */
  readonly asksAgain?: boolean;
  readonly crowd?: Span & { readonly site: number; readonly perSecond: number };
  /** A share of the servers is lost at once. */
  readonly loss?: { readonly atSeconds: number; readonly share: number };
  readonly slowDatabase?: Span & { readonly factor: number };
}

interface Span {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

interface Place {
  readonly server: Server;
  isUp: boolean;
  isListed: boolean;
  /** Callbacks that end the open questions when the server is lost. */
  readonly open: Set<() => void>;
}

const { traffic, network, proxy } = assumptions;
/** How long the widget waits before it retries. */
const retryMs = { least: 1_000, most: 10_000, jitter: 500 };
const remembered = 200_000;

export async function play(scenario: Scenario, costs: Costs): Promise<Results> {
  const simulation = createSimulation();
  const chance = createChance(scenario.seed);
  const database = createDatabase(simulation, scenario.database, costs);
  const places = Array.from(
    { length: scenario.servers },
    (): Place => ({
      server: createServer(simulation, chance, costs, database, scenario.server),
      isUp: true,
      isListed: true,
      open: new Set(),
    }),
  );
  const draw = questions(scenario, chance);
  const route = router(scenario, places, chance);
  for (let count = 0; count < Math.min(remembered, scenario.sites * 100); count += 1) {
    const question = draw();
    route(question.site).server.remember(question);
  }
  const results = createResults(scenario, { places, database, nowMs: simulation.nowMs });
  const visit = visitor(scenario, { simulation, chance, route, results });
  arrivals(simulation, chance, scenario, (site) => visit(draw(site)));
  planTroubles(simulation, scenario, places, database);
  const { warmUpSeconds = 0 } = scenario;
  await simulation.run(warmUpSeconds * 1_000);
  results.begin();
  await simulation.run((warmUpSeconds + scenario.seconds) * 1_000);
  results.end();
  // Questions that have arrived are still answered.
  await simulation.run((warmUpSeconds + scenario.seconds + 60) * 1_000);
  return results;
}

function questions(scenario: Scenario, chance: Chance): (site?: number) => Question {
  const {
    withoutReadingShare = traffic.withoutReadingShare,
    commonShare = traffic.commonShare,
    siteExponent = traffic.siteExponent,
  } = scenario;
  const popular = zipf(scenario.sites, siteExponent);
  const common = zipf(traffic.commonTexts, traffic.commonExponent);
  let texts = 0;
  const textOf = (): string | undefined => {
    const kind = chance.share();
    if (kind < withoutReadingShare) return undefined;
    if (kind < withoutReadingShare + commonShare) return `common ${common(chance)}`;
    texts += 1;
    return `new ${texts}`;
  };
  return (site = popular(chance)) => ({
    site,
    text: textOf(),
    network: chance.below(traffic.networks),
  });
}

/** The proxy: chooses any server that it considers alive, or one of those of the site. */
function router({ routing }: Scenario, places: readonly Place[], chance: Chance) {
  const atRandom = (all: readonly Place[]) => all[chance.below(all.length)] as Place;
  return (site: number): Place => {
    const listed = places.filter(({ isListed }) => isListed);
    if (routing === 'any' || listed.length <= routing) return atRandom(listed);
    // Neighbours on a ring, so that the others keep their sites when one is lost.
    const first = spread(site, 7) % places.length;
    const own: Place[] = [];
    for (let step = 0; own.length < routing; step += 1) {
      const place = places[(first + step) % places.length] as Place;
      if (place.isListed) own.push(place);
    }
    return atRandom(own);
  };
}

interface World {
  readonly simulation: Simulation;
  readonly chance: Chance;
  readonly route: (site: number) => Place;
  readonly results: Results;
}

/** A visitor asks, and retries once after a refusal or a lost connection. */
function visitor(scenario: Scenario, { simulation, chance, route, results }: World) {
  const { visitorMs = network.visitorMs, asksAgain = true } = scenario;
  const send = (question: Question, answer: (reply: Reply) => void): void => {
    const place = route(question.site);
    if (!place.isUp) {
      simulation.after(proxy.connectMs, () => send(question, answer));
      return;
    }
    let isOver = false;
    const end = (reply: Reply): void => {
      if (isOver) return;
      isOver = true;
      place.open.delete(lose);
      answer(reply);
    };
    const lose = () => end({ kind: 'unavailable' });
    place.open.add(lose);
    place.server.ask(question, (reply) => {
      if (place.isUp) end(reply);
    });
  };
  return (question: Question): void => {
    const startedMs = simulation.nowMs();
    const attempt = (isAgain: boolean): void => {
      simulation.after(visitorMs / 2, () =>
        send(question, (reply) => {
          simulation.after(visitorMs / 2, () => {
            const isRefused = reply.kind === 'busy' || reply.kind === 'unavailable';
            const isLast = isAgain || !asksAgain || !isRefused;
            const isOfCrowd = question.site === scenario.crowd?.site;
            results.note(reply, { startedMs, isAgain, isLast, isOfCrowd });
            if (isLast) return;
            const askMs = reply.kind === 'busy' ? reply.retryAfterMs : retryMs.least;
            const waitMs = Math.min(Math.max(askMs, retryMs.least), retryMs.most);
            simulation.after(waitMs + chance.share() * retryMs.jitter, () => attempt(true));
          });
        }),
      );
    };
    attempt(false);
  };
}

function arrivals(
  simulation: Simulation,
  chance: Chance,
  { perSecond, seconds, warmUpSeconds = 0, crowd }: Scenario,
  visit: (site?: number) => void,
): void {
  const stream = (rate: number, untilMs: number, site?: number): void => {
    const next = (): void => {
      if (simulation.nowMs() > untilMs) return;
      visit(site);
      simulation.after(chance.exponential(1_000 / rate), next);
    };
    simulation.after(chance.exponential(1_000 / rate), next);
  };
  const startMs = warmUpSeconds * 1_000;
  stream(perSecond, startMs + seconds * 1_000);
  if (crowd !== undefined)
    simulation.after(startMs + crowd.fromSeconds * 1_000, () =>
      stream(crowd.perSecond, startMs + crowd.toSeconds * 1_000, crowd.site),
    );
}

function planTroubles(
  simulation: Simulation,
  { loss, slowDatabase, warmUpSeconds = 0 }: Scenario,
  places: readonly Place[],
  database: { readonly slowDown: (factor: number) => void },
): void {
  const at = (seconds: number, job: () => void) =>
    simulation.after((warmUpSeconds + seconds) * 1_000, job);
  if (slowDatabase !== undefined) {
    at(slowDatabase.fromSeconds, () => database.slowDown(slowDatabase.factor));
    at(slowDatabase.toSeconds, () => database.slowDown(1));
  }
  if (loss === undefined) return;
  // Zones alternate in the list, so the lost servers are spread over the ring of sites.
  const every = Math.round(1 / loss.share);
  const lost = places.filter((_, at) => at % every === 0);
  at(loss.atSeconds, () => {
    for (const place of lost) place.isUp = false;
    simulation.after(proxy.noticeMs, () => {
      for (const place of lost) {
        place.isListed = false;
        for (const lose of [...place.open]) lose();
      }
    });
  });
}
