import { asProblem } from '../../../api/problem.ts';
import { toast } from '../../../design/layers/toast.tsx';

/** For actions without a place for an error note: a refusal is shown as a toast. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast({ text: asProblem(error).message, kind: 'alarm' });
  }
}
