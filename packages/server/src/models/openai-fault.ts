import { Problem } from '../kernel/problem.ts';
import { OrderRefused } from './models.ts';

/**
 * What went wrong between us and a model server, in our own words: nothing of what was sent or
 * received, and no key.
 */
export class ServerFault extends Error {
  readonly kind: FaultKind;
  readonly status: number | undefined;
  /** How long the server wants to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** A field of the order that this model does not take. */
  readonly unwanted: UnwantedField | undefined;

  constructor(
    kind: FaultKind,
    detail: {
      readonly status?: number;
      readonly code?: string;
      readonly retryAfterMs?: number | undefined;
      readonly unwanted?: UnwantedField | undefined;
    } = {},
  ) {
    const { status, code } = detail;
    super(
      [meanings[kind], ...[status, code].filter((part) => part !== undefined && part !== '')].join(
        ': ',
      ),
    );
    this.name = 'ServerFault';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = detail.retryAfterMs;
    this.unwanted = detail.unwanted;
  }
}

const meanings = {
  unreachable: 'the model server cannot be reached',
  lost: 'the connection to the model server was lost before an answer',
  silent: 'the model server fell silent',
  cut: 'the model server broke off in the middle',
  late: 'the model server took too long in all',
  limited: 'the model server wants fewer calls',
  failing: 'the model server failed',
  denied: 'the model server does not accept the key',
  refused: 'the model server refused the call',
  redirect: 'the model server points elsewhere',
  type: 'the model server answered with another type of content',
  nonsense: 'the model server answered with something that cannot be read',
  endless: 'the model server wrote more than anybody asked for',
  empty: 'the model server wrote nothing',
} as const;

export type FaultKind = keyof typeof meanings;
export const unwantedFields = [
  'max_tokens',
  'temperature',
  'stream_options',
  'response_format',
] as const;
export type UnwantedField = (typeof unwantedFields)[number];

/** Nothing has come yet, and the next moment may be better. */
export function isWorthAnotherTry({ kind }: ServerFault): boolean {
  return kind === 'lost' || kind === 'failing' || kind === 'limited';
}

/** A refusal is about this one call; everything else is about the server. */
export function isOfServer({ kind }: ServerFault): boolean {
  return kind !== 'refused';
}

/** The fault inside an error, however deep a library has wrapped it; the wrapping may hold what was sent. */
export function faultIn(error: unknown): ServerFault {
  let inner = error;
  for (let depth = 0; depth < 8 && inner instanceof Error; depth += 1) {
    if (inner instanceof ServerFault) return inner;
    inner = inner.cause;
  }
  return new ServerFault('nonsense', error instanceof Error ? { code: error.name } : {});
}

export function problemOf(fault: ServerFault): Problem {
  if (fault.kind === 'limited')
    return new Problem('busy', 'Too many answers are being written; please try again shortly.', {
      cause: fault,
      retryAfterSeconds: Math.min(60, Math.ceil((fault.retryAfterMs ?? 5_000) / 1_000)),
    });
  if (fault.kind === 'refused') return new OrderRefused(fault);
  return new Problem('upstream', 'The answer could not be written; please try again shortly.', {
    cause: fault,
    retryAfterSeconds: 5,
  });
}
