/** Questions first: long work in an engine pauses while a question is read, and continues between questions. */
import { setImmediate } from 'node:timers/promises';

interface Priorities {
  /** Until the returned function is called, other work pauses. */
  readonly startQuestion: () => () => void;
  /** For long work to await between its steps; undefined while its time slice lasts. */
  readonly breathe: () => Promise<void> | undefined;
}

// Under steady load an index is built in a quarter of the time.
const sliceMs = 25;

export function createPriorities(): Priorities {
  let questions = 0;
  let calm = Promise.withResolvers<void>();
  let sliceStartedMs = 0;
  let lastPause: Promise<void> = Promise.resolve();

  // One piece of work resumes at a time, and each for one slice: under load it gets a slice after every question.
  const pause = async (): Promise<void> => {
    await setImmediate();
    if (questions > 0) await calm.promise;
    sliceStartedMs = performance.now();
  };

  return {
    startQuestion: () => {
      questions += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        questions -= 1;
        calm.resolve();
        calm = Promise.withResolvers();
      };
    },
    breathe: () => {
      if (performance.now() - sliceStartedMs < sliceMs) return undefined;
      lastPause = lastPause.then(pause);
      return lastPause;
    },
  };
}
