import type { ProblemCode } from '@baraza/contract';

/**
 * An expected refusal: a machine word, one sentence for the caller, and a cause for us.
 * Whoever throws it chooses no status; the contract's table does.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    sentence: string,
    options: { readonly cause?: unknown; readonly retryAfterSeconds?: number } = {},
  ) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The same status and body for what is absent and for what belongs to somebody else. */
export function absent(noun: 'resource' | 'record' | 'object' | 'path'): Problem {
  return new Problem('not_found', `There is no such ${noun}.`);
}
