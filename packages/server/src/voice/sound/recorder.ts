import { liveLimits } from '@baraza/contract';
import { windowSamples } from '../../speech/samples.ts';
import { toFloats } from './audio.ts';
import type { Budget } from './byte-budget.ts';

/** Counts against the memory budget until `free` is called. */
export interface TurnSamples {
  readonly samples: Float32Array;
  readonly free: () => void;
}

const windowBytes = windowSamples * 2;
const windowMs = (windowSamples * 1000) / liveLimits.inputSampleRate;
// Covers the speech onset that opens a turn, its short gaps and the pre-roll.
const preRollWindows = 32;

/** Records a turn, with a pre-roll ring buffer of the audio just before it. */
export function createRecorder(budget: Budget) {
  let preRoll: Int16Array | undefined;
  let preRollCount = 0;
  let lastEndMs = 0;
  let turn: Int16Array[] | undefined;

  const addToTurn = (samples: Int16Array): boolean => {
    if (turn === undefined || !budget.reserve(windowBytes)) return false;
    turn.push(samples.slice());
    return true;
  };

  /** A copy of the turn so far. */
  const snapshot = (): TurnSamples | undefined => {
    const length = (turn?.length ?? 0) * windowSamples;
    const bytes = length * Float32Array.BYTES_PER_ELEMENT;
    if (!budget.reserve(bytes)) return undefined;
    const samples = new Float32Array(length);
    turn?.forEach((window, at) => {
      samples.set(toFloats(window), at * windowSamples);
    });
    return { samples, free: () => budget.release(bytes) };
  };

  const resetTurn = (): number => {
    const bytes = (turn?.length ?? 0) * windowBytes;
    turn = undefined;
    preRollCount = 0;
    return bytes;
  };

  return {
    /** Adds a window; false if the memory budget is used up. */
    addWindow: (samples: Int16Array, endMs: number): boolean => {
      lastEndMs = endMs;
      if (turn !== undefined) return addToTurn(samples);
      preRoll ??= new Int16Array(preRollWindows * windowSamples);
      preRoll.set(samples, (preRollCount % preRollWindows) * windowSamples);
      preRollCount += 1;
      return true;
    },
    /** Starts a turn with the part of the pre-roll from that position on. */
    open: (fromMs: number): boolean => {
      turn = [];
      const wanted = Math.ceil((lastEndMs - fromMs) / windowMs);
      const known = Math.min(wanted, preRollCount, preRollWindows);
      for (let back = known; back > 0; back -= 1) {
        const place = ((preRollCount - back) % preRollWindows) * windowSamples;
        if (!addToTurn(preRoll?.subarray(place, place + windowSamples) ?? new Int16Array()))
          return false;
      }
      return true;
    },
    snapshot,
    /** The whole turn; ends it. */
    take: () => {
      const taken = snapshot();
      budget.release(resetTurn());
      return taken;
    },
    drop: () => budget.release(resetTurn()),
  };
}
