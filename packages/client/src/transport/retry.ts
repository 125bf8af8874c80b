/** Retry policy with exponential backoff and jitter. Pure: the transport sleeps and sends. */
import { BarazaError, ConnectionError } from './problem.ts';

/** After which failures a call may be repeated. */
export type Repeat = {
  /** After an answer was lost: the first try may have happened. */
  readonly lost: boolean;
  /** After a 503 of the server that says that nothing happened. */
  readonly refused: boolean;
};

export const repeatAlways: Repeat = { lost: true, refused: true };
// A deletion that happened and is sent again answers 404, or takes what was put there since.
export const repeatRefused: Repeat = { lost: false, refused: true };
export const repeatNever: Repeat = { lost: false, refused: false };

type Failure = {
  readonly error: unknown;
  readonly repeat: Repeat;
  /** Tries that have failed, this one included. */
  readonly tries: number;
  readonly retries: number;
  readonly random: () => number;
};

/** Milliseconds to wait before the next try, or nothing when the error is final. */
export function waitBeforeRetry(failure: Failure): number | undefined {
  const { error, repeat, tries, retries, random } = failure;
  if (tries > retries) return undefined;
  if (!isBearable(error, repeat)) return undefined;
  const asked = error instanceof BarazaError ? (error.retryAfterMs ?? 0) : 0;
  // Nobody who called a function expects it to sleep for minutes: the error says how long.
  if (asked > askedMsMax) return undefined;
  const half = Math.min(firstMs * 2 ** (tries - 1), backoffMsMax) / 2;
  // The random half keeps clients that were refused together from returning together.
  return Math.max(asked, half) + random() * half;
}

/** Seconds or a date, as HTTP has it; nothing when it is neither. */
export function retryAfterMsOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const firstMs = 500;
const backoffMsMax = 8_000;
const askedMsMax = 30_000;

// With these the server says that nothing happened; with its others it does not know.
const refusals: ReadonlySet<string> = new Set(['busy', 'draining', 'rate']);

function isBearable(error: unknown, repeat: Repeat): boolean {
  if (!(error instanceof BarazaError) || error.status !== 503 || error.code === 'unexpected')
    return isLost(error) && repeat.lost;
  return repeat.refused && (refusals.has(error.code) || repeat.lost);
}

/** A gateway's 502, 503 or 504 is a lost connection too, only one hop further on. */
function isLost(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof BarazaError && [502, 503, 504].includes(error.status);
}
