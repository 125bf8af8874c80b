/** A model of PostgreSQL: cores, a log with group commit, and rows that all questions of a site lock. */
import type { Costs } from './costs.ts';
import type { Simulation } from './events.ts';
import { createQueue, createStation } from './station.ts';

export interface DatabaseSize {
  readonly cores: number;
  readonly flushMs: number;
  /** From a server to the database and back. */
  readonly roundTripMs: number;
}

export interface Database {
  readonly begin: (question: StoredQuestion) => void;
  readonly store: (question: StoredQuestion) => void;
  /** Makes everything slower by this factor. */
  readonly slowDown: (factor: number) => void;
  readonly cpuMs: () => number;
  readonly flushes: () => number;
  readonly commits: () => number;
}

interface StoredQuestion {
  readonly connections: Connections;
  readonly site: number;
  readonly done: () => void;
  /** Called if no connection was free in time. */
  readonly refuse: () => void;
}

/** From the code of the server: statements of each transaction after it locks the first row of the site. */
const lockedStatements = { begin: 2, store: 6 };
/** How the measured CPU is divided; reads before the first transaction are part of `begin`. */
const cpuShares = { begin: 0.4, store: 0.6 };

export function createDatabase(
  simulation: Simulation,
  size: DatabaseSize,
  { database }: Costs,
): Database {
  const cpu = createStation(simulation, size.cores);
  const locks = new Map<number, ReturnType<typeof createQueue<() => void>>>();
  let waitingFlushes: (() => void)[] = [];
  let isFlushing = false;
  let factor = 1;
  let flushes = 0;
  let commits = 0;

  /** A commit that arrives during a flush waits for the next one. */
  const flush = (done: () => void): void => {
    waitingFlushes.push(done);
    if (!isFlushing) flushAll();
  };
  const flushAll = (): void => {
    const all = waitingFlushes;
    waitingFlushes = [];
    isFlushing = all.length > 0;
    if (!isFlushing) return;
    flushes += 1;
    simulation.after(size.flushMs * factor, () => {
      for (const done of all) done();
      flushAll();
    });
  };

  const lock = (site: number, locked: () => void): void => {
    const line = locks.get(site);
    if (line !== undefined) line.push(locked);
    else {
      locks.set(site, createQueue());
      locked();
    }
  };
  const unlock = (site: number): void => {
    const next = locks.get(site)?.shift();
    if (next === undefined) locks.delete(site);
    else next();
  };

  const transaction =
    (kind: 'begin' | 'store') =>
    ({ connections, site, done, refuse }: StoredQuestion): void => {
      const end = (): void => {
        commits += 1;
        unlock(site);
        connections.release();
        done();
      };
      connections.acquire(() => {
        lock(site, () => {
          const travelMs = lockedStatements[kind] * size.roundTripMs;
          cpu.use(database.cpuMs * cpuShares[kind], () => {
            simulation.after(travelMs, () => (kind === 'store' ? flush(end) : end()));
          });
        });
      }, refuse);
    };

  return {
    begin: transaction('begin'),
    store: transaction('store'),
    slowDown: (times) => {
      factor = times;
      cpu.slowDown(times);
    },
    cpuMs: cpu.workedMs,
    flushes: () => flushes,
    commits: () => commits,
  };
}

/** The connections of a server for transactions. */
export interface Connections {
  readonly acquire: (acquired: () => void, refuse: () => void) => void;
  readonly release: () => void;
}

export function createConnections(
  simulation: Simulation,
  { count, waitMaxMs }: { readonly count: number; readonly waitMaxMs: number },
): Connections {
  const waiting = createQueue<{ isOver: boolean; readonly acquired: () => void }>();
  let free = count;
  return {
    acquire: (acquired, refuse) => {
      if (free > 0) {
        free -= 1;
        acquired();
        return;
      }
      const one = { isOver: false, acquired };
      waiting.push(one);
      simulation.after(waitMaxMs, () => {
        if (one.isOver) return;
        one.isOver = true;
        refuse();
      });
    },
    release: () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        if (!next.isOver) {
          next.isOver = true;
          next.acquired();
          return;
        }
      free += 1;
    },
  };
}
