import { liveLimits } from '@baraza/contract';
import { toFloats } from './audio.ts';
import type { Budget } from './byte-budget.ts';
import { windowSamples } from './window-judge.ts';

/** Keeps the sound of a turn, and a little of what came just before one. */
interface Recorder {
  /** Keeps a window; false where there is no memory left for it. */
  readonly keep: (samples: Int16Array, endMs: number) => boolean;
  /** From here on a turn is kept, beginning with what is still known from that place on. */
  readonly open: (fromMs: number) => boolean;
  /** The turn so far. */
  readonly look: () => Taken | undefined;
  /** The whole turn, which is over. */
  readonly take: () => Taken | undefined;
  readonly drop: () => void;
}

/** Its memory is held until `free` is called; undefined where there is none left for it. */
export interface Taken {
  readonly samples: Float32Array;
  readonly free: () => void;
}

const windowBytes = windowSamples * 2;
const windowMs = (windowSamples * 1000) / liveLimits.inputSampleRate;
// What a turn begins with: the voice that made it one, its short gaps, and what is kept from before.
const windowsBefore = 32;

export function createRecorder(budget: Budget): Recorder {
  let before: Int16Array | undefined;
  let beforeCount = 0;
  let lastEndMs = 0;
  let turn: Int16Array[] | undefined;

  const keepInTurn = (samples: Int16Array): boolean => {
    if (turn === undefined || !budget.take(windowBytes)) return false;
    turn.push(samples.slice());
    return true;
  };

  const look = (): Taken | undefined => {
    const length = (turn?.length ?? 0) * windowSamples;
    const bytes = length * Float32Array.BYTES_PER_ELEMENT;
    if (!budget.take(bytes)) return undefined;
    const samples = new Float32Array(length);
    turn?.forEach((window, at) => {
      samples.set(toFloats(window), at * windowSamples);
    });
    return { samples, free: () => budget.give(bytes) };
  };

  const leave = (): number => {
    const bytes = (turn?.length ?? 0) * windowBytes;
    turn = undefined;
    beforeCount = 0;
    return bytes;
  };

  return {
    keep: (samples, endMs) => {
      lastEndMs = endMs;
      if (turn !== undefined) return keepInTurn(samples);
      before ??= new Int16Array(windowsBefore * windowSamples);
      before.set(samples, (beforeCount % windowsBefore) * windowSamples);
      beforeCount += 1;
      return true;
    },
    open: (fromMs) => {
      turn = [];
      const wanted = Math.ceil((lastEndMs - fromMs) / windowMs);
      const known = Math.min(wanted, beforeCount, windowsBefore);
      for (let back = known; back > 0; back -= 1) {
        const place = ((beforeCount - back) % windowsBefore) * windowSamples;
        if (!keepInTurn(before?.subarray(place, place + windowSamples) ?? new Int16Array()))
          return false;
      }
      return true;
    },
    look,
    take: () => {
      const taken = look();
      budget.give(leave());
      return taken;
    },
    drop: () => budget.give(leave()),
  };
}
