/** One request at a time, with its state and problem. */
import { type Signal, useSignal } from '@preact/signals';
import { type ApiProblem, asProblem } from './problem.ts';

interface Work {
  readonly isBusy: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  /** Resolves to whether it succeeded; does nothing while another one runs. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useWork(): Work {
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const run = async (work: () => Promise<void>) => {
    if (isBusy.peek()) return false;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await work();
      return true;
    } catch (error) {
      problem.value = asProblem(error);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, problem, run };
}
