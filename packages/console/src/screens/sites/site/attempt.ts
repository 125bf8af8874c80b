/** Something that may be refused, said in the words of whoever refuses it. */
import { type Signal, useSignal } from '@preact/signals';
import { ApiProblem } from '../../../api/problem.ts';
import { toast } from '../../../design/layers/toast.tsx';

export interface Attempt {
  readonly isBusy: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  /** Runs it unless it runs already; true when it went through. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useAttempt(): Attempt {
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
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, problem, run };
}

/** For what has no place of its own to complain: a refusal is told in passing. */
export async function tell(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    toast({ text: error.message, kind: 'alarm' });
  }
}
