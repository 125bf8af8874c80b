/** Child process that works on large profiles. */
import { Problem } from '../../../kernel/problem.ts';
import { serveParent } from '../../../speech/child.ts';
import { loadGuess } from '../../knowledge/text-language.ts';
import type { WorkReply, WorkRequest } from './profile-worker.ts';
import { profileWorks } from './works.ts';

const guess = await loadGuess();

serveParent<WorkRequest & { readonly id: number }>(async ({ name, input }): Promise<WorkReply> => {
  try {
    return { result: profileWorks[name](input as never, guess) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: { code: error.code, sentence: error.message } };
  }
});
