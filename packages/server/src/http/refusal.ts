import { type ProblemCode, problemStatus } from '@baraza/contract';
import { codeOf } from '../kernel/fault.ts';
import { Problem } from '../kernel/problem.ts';
import type { TextAnswer } from './answer.ts';

const retryAfterSecondsDefault = 2;

/** The one map from what went wrong to what the caller reads. */
export function refusalOf(error: unknown, requestId: string): TextAnswer {
  const problem = asProblem(error);
  const status = problemStatus[problem.code];
  const headers: Record<string, string | number> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 503)
    headers['retry-after'] = problem.retryAfterSeconds ?? retryAfterSecondsDefault;
  return { status, headers, body: refusalBody(problem.code, problem.message, requestId) };
}

export function refusalBody(code: ProblemCode, sentence: string, requestId: string): string {
  return JSON.stringify({ error: sentence, code, requestId });
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Problem('busy', 'The disk is full; try again later.', {
      cause: error,
      retryAfterSeconds: 60,
    });
  return new Problem('unavailable', 'Something failed on our side; try again shortly.', {
    cause: error,
  });
}
