import { type Access, consoleLimits } from '@baraza/contract';
import type { z } from 'zod';
import type { TextAnswer } from '../http/answer.ts';
import type { Call, Policy, Route } from '../http/route.ts';
import type { SessionCaller } from './sessions.ts';

export type ConsoleRoute = Route<SessionCaller>;
type Answers = ConsoleRoute['answers'];

/** For callers who are signed in; with a JSON body if it may have bytes. */
export function sessionPolicy(access: Access, bodyBytesMax = 0): Policy {
  return {
    credential: 'session',
    scope: 'any',
    access,
    body: bodyBytesMax === 0 ? 'none' : 'json',
    bodyBytesMax,
  };
}

export function json(status: number, body: object): TextAnswer {
  return { status, body: JSON.stringify(body) };
}

/** Answers 200 with what `work` returns. */
export function readRoute(
  path: string,
  summary: string,
  answer: Answers[number],
  work: (call: Call<SessionCaller>) => Promise<object>,
): ConsoleRoute {
  return {
    method: 'GET',
    path,
    summary,
    policy: sessionPolicy('read'),
    answers: { 200: answer },
    handle: async (call) => json(200, await work(call)),
  };
}

interface Change<Body extends z.ZodType> {
  readonly body?: Body;
  readonly bodyBytesMax?: number;
  /** Set if it does not follow from the method. */
  readonly disk?: Policy['disk'];
  /** The status of success, with its schema. */
  readonly answers: Answers;
  readonly work: (call: Call<SessionCaller> & { readonly body: z.output<Body> }) => Promise<object>;
}

/** Answers with what `work` returns. */
export function changeRoute<Body extends z.ZodType>(
  method: ConsoleRoute['method'],
  path: string,
  summary: string,
  { body, bodyBytesMax = consoleLimits.keyBytesMax, disk, answers, work }: Change<Body>,
): ConsoleRoute {
  const [status = 200] = Object.keys(answers).map(Number);
  return {
    method,
    path,
    summary,
    policy: {
      ...sessionPolicy('write', body === undefined ? 0 : bodyBytesMax),
      ...(disk && { disk }),
    },
    ...(body === undefined ? {} : { body }),
    answers,
    // The cast is safe: the body has been read by this schema.
    handle: async (call) => json(status, await work(call as Parameters<typeof work>[0])),
  };
}
