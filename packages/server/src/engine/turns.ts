/**
 * The queue of questions before the engines. A question is read whole before the next one begins. Turns go round by
 * owner, and among an owner's sites: a busy site delays itself. The queue measures how long a question takes and
 * refuses at once what it cannot serve in time.
 */
import { Problem } from '../kernel/problem.ts';

export type Turns = ReturnType<typeof createTurns>;

interface WantedTurn {
  readonly owner: string;
  readonly site: string;
  /** Engines by number. */
  readonly choices: () => readonly number[];
  /** Those of them that can read it at once; the others open the edition first. */
  readonly holders: () => readonly number[];
  /** Called once, when the question is admitted: served at once or queued. */
  readonly onAdmitted?: () => void;
}

export interface Turn {
  readonly engine: number;
  /** Ends the turn. `busyMs` is the time the engine worked on it; undefined when it failed. */
  readonly end: (busyMs: number | undefined) => void;
}

interface TurnTimes {
  /** A question with a longer expected wait is refused. */
  readonly expectedMax: number;
  /** A question that has waited longer is refused, although it was admitted. */
  readonly waitMax: number;
}

interface Waiting {
  readonly wanted: WantedTurn;
  readonly start: (turn: Turn) => void;
}

const usualTimes: TurnTimes = { expectedMax: 2_500, waitMax: 5_000 };
// Until the first questions are measured.
const firstGuessMs = 60;
// Weight of the latest question in the running mean.
const latestShare = 0.1;

/** `atOnce`: how many questions are read at the same time; engines beyond the number of processors gain nothing. */
export function createTurns(atOnce: number, times: TurnTimes = usualTimes) {
  // By owner, then by site; the next in turn first (a map keeps the order of insertion).
  const owners = new Map<string, Map<string, Waiting[]>>();
  const reading = new Set<number>();
  let meanMs = firstGuessMs;
  let waitingCount = 0;

  const turnOn = (engine: number): Turn => {
    reading.add(engine);
    let isOver = false;
    return {
      engine,
      end: (busyMs) => {
        if (isOver) return;
        isOver = true;
        if (busyMs !== undefined) meanMs += latestShare * (busyMs - meanMs);
        reading.delete(engine);
        serveNext();
      },
    };
  };

  const freeAmong = (choices: readonly number[]): number | undefined =>
    reading.size < atOnce ? choices.find((engine) => !reading.has(engine)) : undefined;

  // An engine opens another edition only when no question waits that it can read at once.
  const serveNext = (): void => {
    while (serveOne('holders') || serveOne('choices'));
  };

  const serveOne = (engines: 'holders' | 'choices'): boolean => {
    if (reading.size >= atOnce) return false;
    for (const [owner, sites] of owners)
      for (const [site, line] of sites) {
        const [first] = line;
        const engine = first && freeAmong(first.wanted[engines]());
        if (first === undefined || engine === undefined) continue;
        first.start(turnOn(engine));
        // To the back of both rounds.
        moveBack(sites, site);
        moveBack(owners, owner);
        return true;
      }
    return false;
  };

  const enqueue = (waiting: Waiting): void => {
    const { owner, site } = waiting.wanted;
    const sites = owners.get(owner) ?? new Map<string, Waiting[]>();
    const line = sites.get(site) ?? [];
    line.push(waiting);
    sites.set(site, line);
    owners.set(owner, sites);
    waitingCount += 1;
  };

  const dequeue = (waiting: Waiting): void => {
    const { owner, site } = waiting.wanted;
    const sites = owners.get(owner);
    const line = sites?.get(site);
    const at = line?.indexOf(waiting) ?? -1;
    if (sites === undefined || line === undefined || at < 0) return;
    line.splice(at, 1);
    waitingCount -= 1;
    if (line.length === 0) sites.delete(site);
    if (sites.size === 0) owners.delete(owner);
  };

  /** Expected wait of a new question of this site, in milliseconds. */
  const expectedWaitMs = ({ owner, site, choices }: WantedTurn): number => {
    const engines = choices();
    if (freeAmong(engines) !== undefined) return 0;
    const sites = owners.get(owner);
    const inSite = (sites?.get(site)?.length ?? 0) + 1;
    const inOwner = ahead(sites, site, inSite, ({ length }) => length) + inSite;
    const before = ahead(owners, owner, inOwner, countIn) + inOwner - 1;
    // All engines serve the queue, but a site has only its own; those being read end after half their time.
    const ofSite = (inSite - 0.5) / Math.min(atOnce, engines.length);
    return Math.max((before + 0.5) / atOnce, ofSite) * meanMs;
  };

  const wait = (wanted: WantedTurn, signal: AbortSignal): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        dequeue(waiting);
      };
      const waiting: Waiting = {
        wanted,
        start: (turn) => {
          leave();
          resolve(turn);
        },
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(busyProblem(meanMs));
      }, times.waitMax).unref();
      signal.addEventListener('abort', abort, { once: true });
      enqueue(waiting);
    });

  return {
    expectedWaitMs,
    waitingCount: () => waitingCount,
    /** To be called when an engine has become available. */
    recheck: serveNext,
    /** A turn on one of the engines, if one is free. */
    tryTake: (choices: readonly number[]): Turn | undefined => {
      const free = freeAmong(choices);
      return free === undefined ? undefined : turnOn(free);
    },
    /**
     * Waits for a turn on one of the engines in `choices`. Rejects with `busy` at once when the expected wait is too
     * long, later when the wait was longer than expected, and with the signal's reason when it aborts.
     */
    take: async (wanted: WantedTurn, signal: AbortSignal): Promise<Turn> => {
      signal.throwIfAborted();
      // No waiting question can use a free engine: it would have got it.
      const free = freeAmong(wanted.holders());
      if (free !== undefined) {
        wanted.onAdmitted?.();
        return turnOn(free);
      }
      const expectedMs = expectedWaitMs(wanted);
      if (expectedMs > times.expectedMax) throw busyProblem(expectedMs);
      wanted.onAdmitted?.();
      return wait(wanted, signal);
    },
  };
}

/** How many of the others are served before the one in this place, when each gives one per round. */
function ahead<Line>(
  lines: ReadonlyMap<string, Line> | undefined,
  own: string,
  place: number,
  lengthOf: (line: Line) => number,
): number {
  let count = 0;
  for (const [name, line] of lines ?? [])
    if (name !== own) count += Math.min(lengthOf(line), place);
  return count;
}

function countIn(sites: ReadonlyMap<string, readonly unknown[]>): number {
  let count = 0;
  for (const { length } of sites.values()) count += length;
  return count;
}

function moveBack<Value>(lines: Map<string, Value>, name: string): void {
  const line = lines.get(name);
  if (line === undefined) return;
  lines.delete(name);
  lines.set(name, line);
}

function busyProblem(waitMs: number): Problem {
  return new Problem('busy', 'Too many questions are being asked; try again shortly.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
