/** A model of one server process: its thread, engines, caches and connections to the database. */
import type { Turn } from '../../packages/server/src/engine/turns.ts';
import type { Chance } from './chance.ts';
import { fromQuantiles } from './chance.ts';
import type { Costs } from './costs.ts';
import { createConnections, type Database } from './database.ts';
import { createEngines } from './engines.ts';
import type { Simulation } from './events.ts';
import { createRecency } from './recency.ts';
import { createStation } from './station.ts';
import type { TurnLimits } from './virtual-turns.ts';

export interface Question {
  readonly site: number;
  /** Identifies the wording; undefined for a question that needs no reading. */
  readonly text: string | undefined;
  readonly network: number;
}

export type Reply =
  | { readonly kind: 'read' | 'remembered' | 'plain'; readonly waitMs: number }
  | { readonly kind: 'busy'; readonly retryAfterMs: number; readonly isLate: boolean }
  | { readonly kind: 'unavailable' };

export interface Server {
  readonly ask: (question: Question, answer: (reply: Reply) => void) => void;
  /** Fills the caches as if the question had been asked before. */
  readonly remember: (question: Question) => void;
  readonly engineMs: () => number;
  readonly threadMs: () => number;
  readonly opened: () => number;
}

export interface ServerSize {
  readonly engines: number;
  /** If false, the caches are large enough for everything. */
  readonly hasCacheLimits?: boolean;
  readonly limits?: TurnLimits;
  /** Wall time of work relative to its CPU time, if other programs use the same cores. */
  readonly slowness?: (nowMs: number) => Slowness;
}

export interface Slowness {
  readonly engine: number;
  readonly thread: number;
}

// From the code of the server: an engine's memory for editions, a server's memory for readings, concurrent asks.
const editionBytesMax = 96 * 1024 * 1024;
const memoBytesMax = 24 * 1024 * 1024;
const openMax = 1_000;
/** Four of the ten connections are for transactions; a job that waits longer for one is refused. */
const transactionConnections = { count: 4, waitMaxMs: 10_000 };
/** The part of the work of a server's thread before the question is at an engine. */
const beforeShare = 0.5;
const busyRetryMs = 2_000;
const alone: Slowness = { engine: 1, thread: 1 };

export function createServer(
  simulation: Simulation,
  chance: Chance,
  costs: Costs,
  database: Database,
  size: ServerSize,
): Server {
  const { hasCacheLimits = true, slowness = () => alone } = size;
  const engineMs = (cpuMs: number) => cpuMs * slowness(simulation.nowMs()).engine;
  const capacity = (bytes: number, each: number) =>
    hasCacheLimits ? Math.floor(bytes / each) : Number.MAX_SAFE_INTEGER;
  const station = createStation(simulation, 1);
  const thread = {
    use: (cpuMs: number, done: () => void) =>
      station.use(cpuMs * slowness(simulation.nowMs()).thread, done),
  };
  const engines = createEngines(simulation, {
    count: size.engines,
    editionsMax: capacity(editionBytesMax, costs.engine.editionBytes),
    limits: size.limits,
  });
  const memos = createRecency(capacity(memoBytesMax, costs.engine.memoBytes));
  const beingRead = new Map<string, (() => void)[]>();
  const openings = new Map<string, (() => void)[]>();
  const connections = createConnections(simulation, transactionConnections);
  const readingMs = fromQuantiles(costs.reading.quantilesMs);
  let open = 0;
  let opened = 0;

  const holdersOf = (site: number): readonly number[] => {
    const [preferred = 0, ...others] = engines.choices(site);
    return [preferred, ...others.filter((engine) => engines.holds(engine, site))];
  };

  /** Calls back at once if the engine holds the site. */
  const withEdition = (engine: number, site: number, done: () => void): void => {
    if (engines.holds(engine, site)) {
      done();
      return;
    }
    // An edition is opened once, even if several questions wait for it.
    const key = `${engine} ${site}`;
    const others = openings.get(key);
    if (others !== undefined) {
      others.push(done);
      return;
    }
    const waiting = [done];
    openings.set(key, waiting);
    opened += 1;
    thread.use(costs.server.openEditionMs, () => {
      engines.work(engine, engineMs(costs.engine.openEditionMs), () => {
        engines.hold(engine, site);
        openings.delete(key);
        for (const each of waiting) each();
      });
    });
  };

  const ask = ({ site, text, network }: Question, answer: (reply: Reply) => void): void => {
    const startedMs = simulation.nowMs();
    const name = text === undefined ? undefined : `${site} ${text}`;
    const [preferred = 0] = engines.choices(site);

    const end = (reply: Reply): void => {
      open -= 1;
      answer(reply);
    };
    const unavailable = (): void => end({ kind: 'unavailable' });
    const refuse = (retryAfterMs: number): void => {
      const isLate = simulation.nowMs() - startedMs > 4_000;
      thread.use(costs.server.refusedMs * (1 - beforeShare), () => {
        // The ask is rolled back without a flush.
        database.begin({ connections, site, done: () => {}, refuse: () => {} });
        end({ kind: 'busy', retryAfterMs, isLate });
      });
    };
    const store = (kind: 'read' | 'remembered' | 'plain', waitMs: number): void => {
      const wholeMs = {
        read: costs.server.readMs,
        remembered: costs.server.rememberedMs,
        plain: costs.server.withoutReadingMs,
      }[kind];
      const done = () => thread.use(wholeMs * (1 - beforeShare), () => end({ kind, waitMs }));
      database.store({ connections, site, done, refuse: unavailable });
    };

    const readInTurn = (turn: Turn, queuedMs: number): void => {
      const waitMs = simulation.nowMs() - queuedMs;
      // No turn is held while an edition is opened.
      if (!engines.holds(turn.engine, site)) {
        engines.turns.end(turn, undefined);
        withEdition(turn.engine, site, () => waitForTurn(queuedMs));
        return;
      }
      if (name === undefined) {
        const workMs = engineMs(costs.engine.withoutReadingMs);
        engines.read(turn, { workMs, isMeasured: false }, () => store('plain', waitMs));
        return;
      }
      const others = beingRead.get(name) ?? [];
      beingRead.set(name, others);
      const workMs = engineMs(readingMs(chance));
      engines.read(turn, { workMs, isMeasured: true }, () => {
        memos.add(name);
        if (beingRead.get(name) === others) beingRead.delete(name);
        store('read', waitMs);
        for (const other of others) other();
      });
    };

    const waitForTurn = (queuedMs: number): void => {
      const wanted = {
        // Every site has its own owner.
        owner: String(site),
        site: String(site),
        network: String(network),
        choices: engines.choices(site),
        holders: () => holdersOf(site),
      };
      engines.turns.take(wanted, (turn) => readInTurn(turn, queuedMs), refuse);
    };

    const atEngine = (): void => {
      const queuedMs = simulation.nowMs();
      const readers = name === undefined ? undefined : beingRead.get(name);
      if (readers !== undefined) {
        readers.push(atEngine);
        return;
      }
      const isRemembered = name !== undefined && memos.has(name);
      const free = isRemembered ? undefined : engines.turns.tryTake(holdersOf(site));
      if (free !== undefined) {
        readInTurn(free, queuedMs);
        return;
      }
      withEdition(preferred, site, () => {
        const { rememberedMs, withoutReadingMs, tryWhileBusyMs } = costs.engine;
        if (isRemembered)
          engines.work(preferred, engineMs(rememberedMs), () => store('remembered', 0));
        else if (name === undefined)
          engines.work(preferred, engineMs(withoutReadingMs), () => store('plain', 0));
        else engines.work(preferred, engineMs(tryWhileBusyMs), () => waitForTurn(queuedMs));
      });
    };

    if (open >= openMax) {
      thread.use(costs.server.refusedMs, () =>
        answer({ kind: 'busy', retryAfterMs: busyRetryMs, isLate: false }),
      );
      return;
    }
    open += 1;
    thread.use(costs.server.readMs * beforeShare, () => {
      database.begin({ connections, site, done: atEngine, refuse: unavailable });
    });
  };

  return {
    ask,
    remember: ({ site, text }) => {
      const [preferred = 0] = engines.choices(site);
      engines.hold(preferred, site);
      if (text !== undefined) memos.add(`${site} ${text}`);
    },
    engineMs: engines.workedMs,
    threadMs: station.workedMs,
    opened: () => opened,
  };
}
