import { ApiProblem } from '../../../api/problem.ts';
import { toast } from '../../../design/layers/toast.tsx';

/** For what has no place of its own to complain: a refusal is told in passing. */
export async function tell(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    toast({ text: error.message, kind: 'alarm' });
  }
}
