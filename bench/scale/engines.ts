/** The engines of a server: each reads one question at a time, and does short work in between. */
import type { Turn } from '../../packages/server/src/engine/turns.ts';
import type { Simulation } from './events.ts';
import { createRecency, type Recency } from './recency.ts';
import { createVirtualTurns, type TurnLimits, type VirtualTurns } from './virtual-turns.ts';

export interface Engines {
  readonly turns: VirtualTurns;
  /** The two engines of a site, the preferred one first. */
  readonly choices: (site: number) => readonly number[];
  readonly holds: (engine: number, site: number) => boolean;
  readonly hold: (engine: number, site: number) => void;
  /** Works for `workMs`, then ends the turn; only readings count for the mean of the queue. */
  readonly read: (
    turn: Turn,
    job: { readonly workMs: number; readonly isMeasured: boolean },
    done: () => void,
  ) => void;
  /** Other work, which delays a reading. */
  readonly work: (engine: number, workMs: number, done: () => void) => void;
  readonly workedMs: () => number;
}

interface EngineState {
  isReading: boolean;
  /** When all work of the engine is done. */
  freeAtMs: number;
  readonly editions: Recency;
}

export function createEngines(
  simulation: Simulation,
  size: {
    readonly count: number;
    readonly editionsMax: number;
    readonly limits?: TurnLimits | undefined;
  },
): Engines {
  const turns = createVirtualTurns(simulation, size.count, size.limits);
  const engines = Array.from(
    { length: size.count },
    (): EngineState => ({
      isReading: false,
      freeAtMs: 0,
      editions: createRecency(size.editionsMax),
    }),
  );
  const engineAt = (number: number) => engines[number] as EngineState;
  let workedMs = 0;

  /** Waits again if other work has delayed the end. */
  const finish = (engine: EngineState, finished: () => void): void => {
    const leftMs = engine.freeAtMs - simulation.nowMs();
    if (leftMs <= 0) finished();
    else simulation.after(leftMs, () => finish(engine, finished));
  };

  return {
    turns,
    choices: (site) => {
      const first = spread(site, 1) % size.count;
      if (size.count === 1) return [first];
      return [first, (first + 1 + (spread(site, 2) % (size.count - 1))) % size.count];
    },
    holds: (engine, site) => engineAt(engine).editions.has(String(site)),
    hold: (engine, site) => engineAt(engine).editions.add(String(site)),
    read: (turn, { workMs, isMeasured }, done) => {
      const engine = engineAt(turn.engine);
      const startedMs = simulation.nowMs();
      engine.isReading = true;
      engine.freeAtMs = Math.max(startedMs, engine.freeAtMs) + workMs;
      workedMs += workMs;
      finish(engine, () => {
        engine.isReading = false;
        turns.end(turn, isMeasured ? simulation.nowMs() - startedMs : undefined);
        done();
      });
    },
    work: (number, workMs, done) => {
      const engine = engineAt(number);
      const nowMs = simulation.nowMs();
      engine.freeAtMs = Math.max(nowMs, engine.freeAtMs) + workMs;
      workedMs += workMs;
      // A reader pauses between passages, so short work does not wait for the end of a reading.
      simulation.after(engine.isReading ? workMs : engine.freeAtMs - nowMs, done);
    },
    workedMs: () => workedMs,
  };
}

/** A deterministic hash with an even distribution. */
export function spread(value: number, salt: number): number {
  let mixed = Math.imul(value ^ (salt * 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
