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

/** What the server answered, from either of its two forms of errors. */
export function problemOf(
  status: number,
  text: string,
  header: (name: string) => string | null,
  fallback: string,
): ApiProblem {
  const details = parsed(text);
  const after = Number(header('retry-after') ?? '');
  return new ApiProblem({
    sentence: textIn(details.error) ?? fallback,
    code: textIn(details.code) ?? 'unknown',
    status,
    requestId:
      textIn(details.requestId) ??
      textIn(details.request_id) ??
      header('x-request-id') ??
      undefined,
    retryAfterSeconds: after > 0 ? after : undefined,
    details,
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A proxy in between answers in its own words.
    return {};
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
