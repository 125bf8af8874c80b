/** Retry policy with exponential backoff and jitter. Pure: the transport sleeps and sends. */
import { BarazaError, ConnectionError } from './problem.ts';

/** The failures after which a call may be repeated. */
export type Repeat = {
  /** After a lost response: the call may have taken effect. */
  readonly lost: boolean;
  /** After a 503 that guarantees that nothing happened. */
  readonly refused: boolean;
};

export const repeatAlways: Repeat = { lost: true, refused: true };
// For deletions: repeated after success, one would get 404 or delete something newer.
export const repeatRefused: Repeat = { lost: false, refused: true };
export const repeatNever: Repeat = { lost: false, refused: false };

type Failure = {
  readonly error: unknown;
  readonly repeat: Repeat;
  /** Failed attempts, including this one. */
  readonly tries: number;
  readonly retries: number;
  readonly random: () => number;
};

/** Milliseconds to wait before the next attempt; undefined if the error is final. */
export function waitBeforeRetry(failure: Failure): number | undefined {
  const { error, repeat, tries, retries, random } = failure;
  if (tries > retries || !mayRepeat(error, repeat)) return undefined;
  const requestedWaitMs = error instanceof BarazaError ? (error.retryAfterMs ?? 0) : 0;
  // A call should not sleep for minutes; the error says how long to wait.
  if (requestedWaitMs > requestedWaitMsMax) return undefined;
  const half = Math.min(firstMs * 2 ** (tries - 1), backoffMsMax) / 2;
  // Jitter: clients that were refused together should not return together.
  return Math.max(requestedWaitMs, half) + random() * half;
}

/** Seconds or an HTTP date; undefined if it is neither. */
export function retryAfterMsOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const isSeconds = /^\s*\d+\s*$/.test(header);
  const waitMs = isSeconds ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

const firstMs = 500;
const backoffMsMax = 8_000;
const requestedWaitMsMax = 30_000;

// These codes guarantee that nothing happened. After others the call may have taken effect, as after a lost response.
const refusals: ReadonlySet<string> = new Set(['busy', 'draining', 'rate']);

function mayRepeat(error: unknown, repeat: Repeat): boolean {
  if (!(error instanceof BarazaError) || error.status !== 503 || error.code === 'unexpected')
    return isLost(error) && repeat.lost;
  return repeat.refused && (refusals.has(error.code) || repeat.lost);
}

/** 502, 503 or 504 of a gateway also means a lost connection, one hop further. */
function isLost(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof BarazaError && [502, 503, 504].includes(error.status);
}
