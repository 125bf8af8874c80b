/** Child process that works on large profiles. */
import { Problem } from '../../../kernel/problem.ts';
import { serveRequests } from '../../../kernel/process/child-program.ts';
import { loadGuess } from '../../knowledge/text-language.ts';
import type { WorkReply, WorkRequest } from './profile-worker.ts';
import { profileWorks } from './works.ts';

const guess = await loadGuess();

serveRequests<WorkRequest>(({ name, input }): WorkReply => {
  try {
    return { result: profileWorks[name](input as never, guess) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: { code: error.code, sentence: error.message } };
  }
});
