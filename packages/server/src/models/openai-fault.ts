import { Problem } from '../kernel/problem.ts';
import { RemoteFault } from '../kernel/remote/remote-call.ts';
import { WritingRefused } from './models.ts';

interface FaultDetail {
  readonly status?: number;
  readonly code?: string;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** A field of the request that this model does not take. */
  readonly rejectedField?: OptionalField | undefined;
}

/** A failure of a model server in fixed words: nothing of what was sent or received, and no key. */
export class ServerFault extends Error {
  readonly kind: FaultKind;
  readonly status: number | undefined;
  readonly detail: FaultDetail;

  constructor(kind: FaultKind, detail: FaultDetail = {}) {
    super([meanings[kind], detail.status, detail.code].filter(Boolean).join(': '));
    this.name = 'ServerFault';
    this.kind = kind;
    this.status = detail.status;
    this.detail = detail;
  }
}

const meanings = {
  unreachable: 'the model server cannot be reached',
  lost: 'the connection to the model server was lost before an answer',
  silent: 'the model server fell silent',
  cut: 'the model server broke off in the middle',
  late: 'the model server took too long in all',
  limited: 'the model server limits the rate of calls',
  failing: 'the model server failed',
  denied: 'the model server does not accept the key',
  refused: 'the model server refused the call',
  redirect: 'the model server points elsewhere',
  type: 'the model server answered with another type of content',
  malformed: 'the model server answered with something that cannot be read',
  endless: 'the model server wrote more than is accepted',
  empty: 'the model server wrote nothing',
} as const;

export type FaultKind = keyof typeof meanings;

/** Fields that a request works without, or under another name. */
export const optionalFields = [
  'max_tokens',
  'temperature',
  'stream_options',
  'response_format',
] as const;
export type OptionalField = (typeof optionalFields)[number];

/** Nothing has arrived yet, and the failure may pass. */
export function isRetryable({ kind }: ServerFault): boolean {
  return kind === 'lost' || kind === 'failing' || kind === 'limited';
}

/** Any other error may carry what was sent, so only its name is kept. */
export function faultOf(error: unknown): ServerFault {
  if (error instanceof ServerFault) return error;
  if (error instanceof RemoteFault) {
    const kind = error.kind === 'encoded' ? 'malformed' : error.kind;
    return new ServerFault(kind, error.code === '' ? {} : { code: error.code });
  }
  return new ServerFault('malformed', error instanceof Error ? { code: error.name } : {});
}

export function problemOf(fault: ServerFault): Problem {
  const { kind, detail } = fault;
  if (kind === 'limited')
    return new Problem('busy', 'Too many answers are being written; please try again shortly.', {
      cause: fault,
      retryAfterSeconds: Math.min(60, Math.ceil((detail.retryAfterMs ?? 5_000) / 1_000)),
    });
  if (kind === 'refused') return new WritingRefused(fault);
  return new Problem('upstream', 'The answer could not be written; please try again shortly.', {
    cause: fault,
    retryAfterSeconds: 5,
  });
}
