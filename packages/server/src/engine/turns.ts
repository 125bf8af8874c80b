/**
 * The queue of questions before the engines. A question is read whole before the next one begins. Turns alternate
 * between owners, an owner's sites, and the networks of a site's visitors, so that a crowd delays only itself. The
 * queue measures how long a question takes and refuses at once what it cannot serve in time.
 */
import { Problem } from '../kernel/problem.ts';

export type Turns = ReturnType<typeof createTurns>;

interface WantedTurn {
  readonly owner: string;
  readonly site: string;
  /** The network of the visitor; questions without one share one line. */
  readonly network?: string | undefined;
  /** Engines by number. */
  readonly choices: () => readonly number[];
  /** The engines of `choices` that can read the question at once; the others have to open the edition first. */
  readonly holders: () => readonly number[];
  /** Called once, when the question is admitted: served at once or queued. */
  readonly onAdmitted?: () => void;
}

export interface Turn {
  readonly engine: number;
  /** Ends the turn. `busyMs` is the time the engine worked on it; undefined when it failed. */
  readonly end: (busyMs: number | undefined) => void;
}

interface Waiting {
  readonly wanted: WantedTurn;
  readonly start: (turn: Turn) => void;
}

/** Lines that are served in turn, the next one first (a map keeps the order of insertion). The innermost ones wait. */
interface Round {
  readonly lines: Map<string, Round>;
  readonly waiting: Waiting[];
  /** The questions in all its lines. */
  count: number;
}

const usualTimes = {
  /** A question with a longer expected wait is refused. */
  expectedMax: 2_500,
  /** A question that has waited longer is refused, although it was admitted. */
  waitMax: 5_000,
};
// Until the first questions are measured.
const firstGuessMs = 60;
// Weight of the latest question in the running mean.
const latestShare = 0.1;

/** `atOnce`: how many questions are read at the same time; engines beyond the number of processors gain nothing. */
export function createTurns(atOnce: number, times = usualTimes) {
  // By owner, then by site, then by network.
  const owners = createRound();
  const reading = new Set<number>();
  let meanMs = firstGuessMs;

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

  const serveOne = (engines: 'holders' | 'choices'): boolean =>
    reading.size < atOnce && serveFirst(owners, engines);

  const serveFirst = (round: Round, engines: 'holders' | 'choices'): boolean => {
    const [first] = round.waiting;
    const engine = first && freeAmong(first.wanted[engines]());
    if (first !== undefined && engine !== undefined) {
      first.start(turnOn(engine));
      return true;
    }
    for (const [name, line] of round.lines)
      if (serveFirst(line, engines)) {
        moveBack(round.lines, name);
        return true;
      }
    return false;
  };

  const enqueue = (waiting: Waiting): void => {
    let round = owners;
    round.count += 1;
    for (const name of pathOf(waiting.wanted)) {
      const line = round.lines.get(name) ?? createRound();
      round.lines.set(name, line);
      line.count += 1;
      round = line;
    }
    round.waiting.push(waiting);
  };

  const dequeue = (waiting: Waiting): void => {
    const path = pathOf(waiting.wanted);
    const line = roundsOn(owners, path).at(-1);
    const at = line?.waiting.indexOf(waiting) ?? -1;
    if (line === undefined || at < 0) return;
    line.waiting.splice(at, 1);
    let round = owners;
    round.count -= 1;
    for (const name of path) {
      const inner = round.lines.get(name);
      if (inner === undefined) return;
      inner.count -= 1;
      if (inner.count === 0) round.lines.delete(name);
      round = inner;
    }
  };

  /** Expected wait of a new question of this network, in milliseconds. */
  const expectedWaitMs = (wanted: WantedTurn): number => {
    const engines = wanted.choices();
    if (freeAmong(engines) !== undefined) return 0;
    const path = pathOf(wanted);
    const [ofOwners, ofSites, ofNetworks, line] = roundsOn(owners, path);
    const [owner, site, network] = path;
    const inSite = roundPosition(ofNetworks, network, (line?.waiting.length ?? 0) + 1);
    const inAll = roundPosition(ofOwners, owner, roundPosition(ofSites, site, inSite));
    // All engines serve the queue, a site only its own. Questions being read end after half the mean time on average.
    const ofSite = (inSite - 0.5) / Math.min(atOnce, engines.length);
    return Math.max((inAll - 0.5) / atOnce, ofSite) * meanMs;
  };

  // Not `race`: a turn that was granted must be settled at once, or an abort right after it would lose the turn.
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
    waitingCount: () => owners.count,
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
      // A free engine is taken at once: a waiting question that can use it would have got it already.
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

function createRound(): Round {
  return { lines: new Map(), waiting: [], count: 0 };
}

function pathOf({ owner, site, network = '' }: WantedTurn) {
  return [owner, site, network] as const;
}

/** The rounds on a path, the outermost first; shorter if nothing waits there. */
function roundsOn(outermost: Round, path: readonly string[]): readonly Round[] {
  const rounds = [outermost];
  for (const name of path) {
    const line = rounds.at(-1)?.lines.get(name);
    if (line === undefined) break;
    rounds.push(line);
  }
  return rounds;
}

/** The position in the whole round of a question at this position of its own line; a line has one turn per round. */
function roundPosition(round: Round | undefined, own: string, position: number): number {
  let before = 0;
  for (const [name, { count }] of round?.lines ?? [])
    if (name !== own) before += Math.min(count, position);
  return before + position;
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
