import type { AnyProblemCode } from '@baraza/contract';
import { codeOf } from './fault.ts';

/**
 * An expected refusal: an error code, one sentence for the caller, and a cause for the log.
 * The thrower chooses no status; the contract's table maps the code to one.
 */
export class Problem extends Error {
  readonly code: AnyProblemCode;
  readonly retryAfterSeconds: number | undefined;
  /** What else the answer carries: further fields of its body, and headers. */
  readonly fields: { readonly [name: string]: unknown } | undefined;
  readonly headers: { readonly [name: string]: string | number } | undefined;

  constructor(code: AnyProblemCode, sentence: string, options: ProblemOptions = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.fields = options.fields;
    this.headers = options.headers;
  }
}

interface ProblemOptions {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
  readonly fields?: { readonly [name: string]: unknown };
  readonly headers?: { readonly [name: string]: string | number };
}

export function invalid(sentence: string, options?: ProblemOptions): Problem {
  return new Problem('invalid', sentence, options);
}

export function conflict(sentence: string, options?: ProblemOptions): Problem {
  return new Problem('conflict', sentence, options);
}

export function unavailable(sentence: string, options?: ProblemOptions): Problem {
  return new Problem('unavailable', sentence, options);
}

/** The same status and body for what is absent and for what belongs to another owner. */
export function absent(
  noun:
    | 'resource'
    | 'record'
    | 'object'
    | 'delivery'
    | 'path'
    | 'question'
    | 'lead'
    | 'conversation'
    | 'channel'
    | 'entry'
    | 'version',
): Problem {
  const hint = noun === 'resource' ? ' A path has its id, res_…, not its name.' : '';
  return new Problem('not_found', `There is no such ${noun}.${hint}`);
}

/** The same for a site that is absent and for one of another owner. */
export function absentSite(): Problem {
  return new Problem('site', 'There is no such site.');
}

/** For a frozen site: whoever moves it to another server decides when that ends. */
export function movingSite(): Problem {
  return new Problem('busy', 'This site is being moved to another server; try again shortly.', {
    retryAfterSeconds: 10,
  });
}

/** Any error as a Problem: one that is a Problem stays, anything else becomes an internal error. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  const sentence = refusedWrites[code];
  if (sentence !== undefined)
    return new Problem('busy', sentence, { cause: error, retryAfterSeconds: 60 });
  return new Problem('unavailable', 'Something failed on our side; try again shortly.', {
    cause: error,
  });
}

const diskFull = 'The disk is full; try again later.';
const databaseReadOnly = 'The database takes no writes at the moment; try again later.';

/** By the codes of the system, of SQLite and of PostgreSQL (`disk_full`, `read_only_sql_transaction`). */
const refusedWrites: { readonly [code: string]: string } = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  SQLITE_FULL: diskFull,
  '53100': 'The disk of the database is full; try again later.',
  EROFS: 'The disk takes no writes at the moment; try again later.',
  SQLITE_READONLY: databaseReadOnly,
  '25006': databaseReadOnly,
};
