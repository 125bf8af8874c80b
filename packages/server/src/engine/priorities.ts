/** Questions first: long work in an engine pauses while a question is read, and continues between questions. */
import { createBreathe } from '../kernel/breathe.ts';

interface Priorities {
  /** Until the returned function is called, other work pauses. */
  readonly startQuestion: () => () => void;
  /** For long work to await between its steps; undefined while its time slice lasts. */
  readonly breathe: () => Promise<void> | undefined;
}

// Under steady load, long work gets about a quarter of the time.
const sliceMs = 25;

export function createPriorities(): Priorities {
  let questions = 0;
  let calm = Promise.withResolvers<void>();
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
    // Under load, long work gets a slice after every question.
    breathe: createBreathe(sliceMs, () => (questions > 0 ? calm.promise : undefined)),
  };
}
