import type { FieldError } from '@baraza/client';
import { isBarazaError, isConnectionError } from '@baraza/client/console';
import { dictionary } from '../words/language.ts';

const t = dictionary({
  offline: [
    'Hakuna mtandao kwa sasa. Ulichoandika bado kipo; jaribu tena ukirudi mtandaoni.',
    'No connection. Your changes are still here; try again when you are back online.',
  ],
  strange: [
    'Seva imejibu kwa namna isiyoeleweka. Jaribu tena baada ya muda mfupi.',
    'The server sent an unexpected response. Try again in a moment.',
  ],
  origin: (sentence: string) => [
    'Hili halifanyi kazi kwenye anwani hii. Fungua Baraza kwa anwani yake ya kawaida.',
    sentence,
  ],
});

/** A failed call, with a message to show: the server's own, or that there is no connection. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** How a record violates its schema. */
  readonly errors: readonly FieldError[];
  /** The fields whose values another record already has. */
  readonly taken: readonly string[];

  constructor(
    sentence: string,
    about: Pick<ApiProblem, 'code' | 'status' | 'requestId' | 'cause'> &
      Partial<Pick<ApiProblem, 'errors' | 'taken'>>,
  ) {
    super(sentence, { cause: about.cause });
    this.code = about.code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.errors = about.errors ?? [];
    this.taken = about.taken ?? [];
  }
}

/** Converts the error of a call; rethrows any other error. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isConnectionError(error)) {
    const about = { code: 'offline', status: 0, requestId: undefined, cause: error };
    return new ApiProblem(t.offline, about);
  }
  if (!isBarazaError(error)) throw error;
  const { message, code, status, requestId, errors, field } = error;
  const taken = field === undefined ? [] : [field].flat();
  const sentence =
    code === 'unexpected' ? t.strange : code === 'origin' ? t.origin(message) : message;
  return new ApiProblem(sentence, { code, status, requestId, errors, taken, cause: error });
}
