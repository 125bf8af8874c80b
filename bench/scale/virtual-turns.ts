/**
 * The queue of the server (`engine/turns.ts`) in virtual time. Its only timer, the longest wait, is set to days and
 * never fires; instead, the simulation aborts a wait that is too long.
 */
import { createTurns, type Turn } from '../../packages/server/src/engine/turns.ts';
import type { Simulation } from './events.ts';

export interface TurnLimits {
  readonly expectedMax: number;
  readonly waitMax: number;
}

export interface WantedEngine {
  readonly owner: string;
  readonly site: string;
  readonly network: string;
  /** Engines by number, the preferred one first. */
  readonly choices: readonly number[];
  readonly holders: () => readonly number[];
}

export interface VirtualTurns {
  readonly tryTake: (engines: readonly number[]) => Turn | undefined;
  /** Calls either `start` or `refuse`, once: immediately, or when the simulation continues. */
  readonly take: (
    wanted: WantedEngine,
    start: (turn: Turn) => void,
    refuse: (retryAfterMs: number) => void,
  ) => void;
  readonly end: (turn: Turn, busyMs: number | undefined) => void;
  readonly waitingCount: () => number;
}

const neverMs = 2 ** 31 - 1;

/** The limits of `turns.ts`; a test compares them. */
export const usualLimits: TurnLimits = { expectedMax: 2_500, waitMax: 5_000 };

export function createVirtualTurns(
  simulation: Simulation,
  atOnce: number,
  limits: TurnLimits = usualLimits,
): VirtualTurns {
  const turns = createTurns(atOnce, { expectedMax: limits.expectedMax, waitMax: neverMs });
  return {
    tryTake: turns.tryTake,
    take: ({ choices, ...wanted }, start, refuse) => {
      const leaving = new AbortController();
      let isWaiting = true;
      simulation.settle();
      turns.take({ ...wanted, choices: () => choices }, leaving.signal).then(
        (turn) => {
          isWaiting = false;
          start(turn);
        },
        (problem: { readonly retryAfterSeconds?: number }) => {
          isWaiting = false;
          refuse((problem.retryAfterSeconds ?? 1) * 1_000);
        },
      );
      simulation.after(limits.waitMax, () => {
        if (!isWaiting) return;
        simulation.settle();
        leaving.abort({});
      });
    },
    end: (turn, busyMs) => {
      simulation.settle();
      turn.end(busyMs);
    },
    waitingCount: turns.waitingCount,
  };
}
