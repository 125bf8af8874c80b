import type { AnyProblemCode } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';

/** The reply of a child process: a result, or a `Problem`, which would lose its code as a thrown error. */
export type WorkReply =
  | { readonly result: unknown }
  | { readonly problem: { readonly code: AnyProblemCode; readonly sentence: string } };

export async function replyWith(work: () => unknown): Promise<WorkReply> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: { code: error.code, sentence: error.message } };
  }
}

export function resultOf(reply: WorkReply): unknown {
  if ('problem' in reply) throw new Problem(reply.problem.code, reply.problem.sentence);
  return reply.result;
}
