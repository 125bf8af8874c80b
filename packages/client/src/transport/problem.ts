/** The two kinds of errors: the server refused (BarazaError), or the outcome is unknown (ConnectionError). */
import type { AnyProblemCode } from '@baraza/contract';

/** `unexpected`: a response that is not from this API, such as an error page of a proxy. */
export type BarazaErrorCode = AnyProblemCode | 'unexpected';

/** The server refused the call. */
export class BarazaError extends Error {
  override readonly name = 'BarazaError';
  readonly status: number;
  readonly code: BarazaErrorCode;
  /** Identifies this request in the server's log. */
  readonly requestId: string | undefined;
  /** From the Retry-After header. */
  readonly retryAfterMs: number | undefined;
  /** The key of the call. If the call is repeated with this key, it takes effect only once. */
  readonly idempotencyKey: string | undefined;
  /** The whole response, if it was JSON. */
  readonly body: unknown;

  /** `retryAfterMs` in whole seconds. */
  get retryAfterSeconds(): number | undefined {
    return this.retryAfterMs === undefined ? undefined : Math.ceil(this.retryAfterMs / 1_000);
  }

  /** A link to a person, if a site assistant refuses a visitor because of a limit or because it is busy. */
  get handoff(): string | undefined {
    const handoff = (this.body as { readonly handoff?: unknown } | undefined)?.handoff;
    return typeof handoff === 'string' ? handoff : undefined;
  }

  /** How a record violates its schema, or what is wrong with the fields of a profile. */
  get errors(): readonly FieldError[] {
    const errors = (this.body as { readonly errors?: unknown } | undefined)?.errors;
    return Array.isArray(errors) ? errors : [];
  }

  /** The field whose value must be unique, or the fields whose combined values must be. */
  get field(): string | readonly string[] | undefined {
    return (this.body as { readonly field?: string | readonly string[] } | undefined)?.field;
  }

  /** The index of the refused call in a batch, from 0. */
  get index(): number | undefined {
    return (this.body as { readonly index?: number } | undefined)?.index;
  }

  constructor(message: string, facts: BarazaErrorFacts) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.idempotencyKey = facts.idempotencyKey;
    this.body = facts.body;
  }
}

export type FieldError = {
  /** JSON pointer, such as `/customer/name`. */
  readonly path: string;
  readonly message: string;
  /** The values that it may have, if they are a list. */
  readonly allowed?: readonly unknown[];
};

export type ConnectionErrorCode = 'connection' | 'timeout';

/** No complete response arrived, so a write may or may not have happened. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;
  /** The key of the call; repeated with the same key, it takes effect only once. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ConnectionErrorFacts) {
    super(message, { cause: facts.cause });
    this.code = facts.code;
    this.idempotencyKey = facts.idempotencyKey;
  }
}

// By name, not instanceof: an application may load this package twice.
export function isBarazaError(error: unknown, code?: BarazaErrorCode): error is BarazaError {
  if (!(error instanceof Error) || error.name !== 'BarazaError') return false;
  return code === undefined || (error as BarazaError).code === code;
}

export function isConnectionError(
  error: unknown,
  code?: ConnectionErrorCode,
): error is ConnectionError {
  if (!(error instanceof Error) || error.name !== 'ConnectionError') return false;
  return code === undefined || (error as ConnectionError).code === code;
}

type BarazaErrorFacts = {
  readonly status: number;
  readonly code: BarazaErrorCode;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly body?: unknown;
};

type ConnectionErrorFacts = {
  readonly code: ConnectionErrorCode;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
};

/** A response outside 2xx. */
type Refusal = {
  readonly status: number;
  readonly contentType: string | null;
  /** Undefined for HEAD, which has no body. */
  readonly text: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly idempotencyKey: string | undefined;
};

/** The error for a refusal. Text that is not from this API is never part of the message. */
export function errorOfRefusal(refusal: Refusal): BarazaError {
  const { status, retryAfterMs, idempotencyKey } = refusal;
  const known = { status, retryAfterMs, idempotencyKey };
  // Browsers hide the status of a redirect.
  if (status < 400) {
    return new BarazaError('The server answered with a redirect; baseUrl must not need one.', {
      ...known,
      code: 'unexpected',
    });
  }
  if (refusal.text === undefined) {
    return new BarazaError(`The server answered ${status}.`, {
      ...known,
      code: codeOfStatus(status),
    });
  }
  const body = jsonObjectOf(refusal.text);
  if (typeof body?.error !== 'string') {
    const what = refusal.contentType ?? 'a body without a type';
    return new BarazaError(`The server answered ${status} with ${what} instead of its own error.`, {
      ...known,
      code: 'unexpected',
      body,
    });
  }
  return new BarazaError(body.error, {
    ...known,
    // Codes of newer servers are passed on.
    code: typeof body.code === 'string' ? (body.code as AnyProblemCode) : codeOfStatus(status),
    requestId: [body.requestId, body.request_id].find((id) => typeof id === 'string'),
    body,
  });
}

const codesOfStatuses: ReadonlyMap<number, AnyProblemCode> = new Map([
  [400, 'invalid'],
  [401, 'unauthorized'],
  [402, 'plan'],
  [403, 'scope'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'too_large'],
  [429, 'rate'],
  [503, 'unavailable'],
]);

function codeOfStatus(status: number): BarazaErrorCode {
  return codesOfStatuses.get(status) ?? 'unexpected';
}

function jsonObjectOf(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return value as { readonly [key: string]: unknown };
  } catch {
    return undefined;
  }
}
