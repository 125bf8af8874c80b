import { type AnyProblemCode, problemStatus } from '@baraza/contract';
import { asProblem, type Problem } from '../kernel/problem.ts';
import type { TextAnswer } from './answer.ts';

const retryAfterSecondsDefault = 2;

/** The error format of one service: its codes, their statuses, and the shape of the body. */
export type Refusals = ReturnType<typeof createRefusals>;

interface Vocabulary {
  /** Maps the code of a Problem to the service's own code. */
  readonly codeOf: (code: AnyProblemCode) => string;
  readonly statusOf: (code: AnyProblemCode) => number;
  readonly requestIdField: string;
}

/** The only mapping from an error to the answer. */
export function createRefusals(vocabulary: Vocabulary) {
  const statusOf = ({ code }: Problem) => vocabulary.statusOf(code);
  const body = ({ code, message, fields }: Problem, requestId: string) =>
    JSON.stringify({
      error: message,
      code: vocabulary.codeOf(code),
      [vocabulary.requestIdField]: requestId,
      ...fields,
    });
  return {
    statusOf,
    codeOf: (error: unknown) => vocabulary.codeOf(asProblem(error).code),
    body,
    answer: (error: unknown, requestId: string) => {
      const problem = asProblem(error);
      const status = statusOf(problem);
      const headers: Record<string, string | number> = { ...problem.headers };
      if (problem.code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
      if (status === 503 || status === 429)
        headers['retry-after'] = problem.retryAfterSeconds ?? retryAfterSecondsDefault;
      return { status, headers, body: body(problem, requestId) };
    },
  };
}

/** The format of the platform, with these codes. */
export function refusalsWith(statuses: { readonly [code: string]: number }): Refusals {
  return createRefusals({
    codeOf: (code) => (Object.hasOwn(statuses, code) ? code : 'unavailable'),
    statusOf: (code) => statuses[code] ?? 503,
    requestIdField: 'requestId',
  });
}

export const platformRefusals: Refusals = refusalsWith(problemStatus);

export function refusalOf(error: unknown, requestId: string): TextAnswer {
  return platformRefusals.answer(error, requestId);
}
