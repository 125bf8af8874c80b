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
  inUse: (sentence: string) => [
    `Haiwezi kufutwa, kwa sababu kuna rekodi zinazoitegemea. (${sentence})`,
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
  /** The fields that refer to a record which does not exist. */
  readonly dangling: readonly string[];

  constructor(
    sentence: string,
    about: Pick<ApiProblem, 'code' | 'status' | 'requestId' | 'cause'> &
      Partial<Pick<ApiProblem, 'errors' | 'taken' | 'dangling'>>,
  ) {
    super(sentence, { cause: about.cause });
    this.code = about.code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.errors = about.errors ?? [];
    this.taken = about.taken ?? [];
    this.dangling = about.dangling ?? [];
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
  const fields = field === undefined ? [] : [field].flat();
  const about = { code, status, requestId, errors, cause: error };
  // Of a refused deletion, the field is one of another record.
  if (code === 'reference')
    return message.startsWith('This cannot be deleted')
      ? new ApiProblem(t.inUse(message), about)
      : new ApiProblem(message, { ...about, dangling: fields });
  const sentence =
    code === 'unexpected' ? t.strange : code === 'origin' ? t.origin(message) : message;
  return new ApiProblem(sentence, { ...about, taken: fields });
}
