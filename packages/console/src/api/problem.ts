import { isBarazaError, isConnectionError } from '@baraza/client/console';
import { speak } from '../words/language.ts';
import { words } from './words.ts';

/** A refusal or failure of the server, in the server's own sentence. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The whole body, for what some refusals add. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(about: {
    readonly sentence: string;
    readonly code: string;
    readonly status: number;
    readonly requestId?: string | undefined;
    readonly retryAfterSeconds?: number | undefined;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }) {
    super(about.sentence, { cause: about.cause });
    this.code = about.code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.details = about.details ?? {};
  }
}

/** What a call of the client has thrown, as the console shows it; anything else is thrown again. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isConnectionError(error))
    return new ApiProblem({
      sentence: speak(words).offline,
      code: 'offline',
      status: 0,
      cause: error,
    });
  if (!isBarazaError(error)) throw error;
  const { message, code, status, requestId, retryAfterSeconds, body } = error;
  return new ApiProblem({
    sentence: code === 'unexpected' ? speak(words).strange : message,
    code,
    status,
    requestId,
    retryAfterSeconds,
    details: typeof body === 'object' && body !== null ? { ...body } : {},
    cause: error,
  });
}
