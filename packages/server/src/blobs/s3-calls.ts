/**
 * Requests to an S3 server: each has a time limit, is retried only if that is safe, and passes one breaker. Slots
 * limit the number of connections. A request waits for a slot before its time limit begins, so that waiting is never
 * taken for a silent server.
 */
import {
  type $Command,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { createBreaker } from '../kernel/breaker.ts';
import type { Clock } from '../kernel/clock.ts';
import { createFairQueue } from '../kernel/fair-queue.ts';
import type { S3Address } from '../kernel/formats/s3-address.ts';
import { Problem } from '../kernel/problem.ts';

export type S3Times = Readonly<typeof usualTimes>;

export const usualTimes = {
  /** Until an answer begins. */
  answerMs: 10_000,
  /** Until the answer to a request that carries bytes begins. */
  putMs: 30_000,
  /** Between two pieces of an answer. */
  idleMs: 15_000,
  /** How long to wait for a slot for a request or a download. */
  waitMs: 5_000,
  /** How long no request is sent after several failures in a row. */
  pauseMs: 5_000,
};

/** What a command of the SDK is about. */
export interface S3Target {
  readonly Bucket: string;
  readonly Key: string;
}

/** Undefined when what the command asks for is not there. */
type Ask = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  command: $Command<Input, Output, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  limitMs?: number,
) => Promise<Output | undefined>;

export interface S3Calls {
  readonly times: S3Times;
  /** The calls of an account, which gets no more than its share of the slots. */
  readonly of: (account: string | undefined) => S3Calls;
  /** A request that may be repeated. */
  readonly ask: Ask;
  /** A request that is sent once, since a repetition would leave something behind. */
  readonly askOnce: Ask;
  /** Like `ask`, for a caller who holds a slot until the body of the answer is over. */
  readonly askForBody: Ask;
  /** A slot while an answer is read as fast as it comes. */
  readonly whileShort: <Result>(job: () => Promise<Result>) => Promise<Result>;
  /** A slot for an answer that is read as fast as the client takes it; resolves to the release function. */
  readonly takeDownload: () => Promise<() => void>;
}

const shortCalls = { atOnce: 128, ofOneMax: 64, waitingMax: 2_000 };
// The same limits as for uploads.
const downloads = { atOnce: 512, ofOneMax: 64, waitingMax: 1_000 };

const crowded = {
  sentence: 'Too many objects are being read or written; try again shortly.',
  retryAfterSeconds: 5,
};
const breakerName = 's3';
const failuresMax = 5;

export function createS3Calls(
  { endpoint, region, forcePathStyle }: S3Address,
  clock: Clock,
  times: S3Times,
): S3Calls {
  const breaker = createBreaker({ failuresMax, openMs: times.pauseMs });
  const connect = (maxAttempts: number) =>
    new S3Client({
      region,
      forcePathStyle,
      maxAttempts,
      // Servers other than Amazon's do not support the newer checksums; uploads and bodies are checked here.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: 3_000,
        // Bounded by the slots.
        httpAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
        httpsAgent: { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY },
      },
      ...(endpoint === undefined ? {} : { endpoint }),
    });
  const sendBy =
    (client: S3Client): Ask =>
    async (command, limitMs = times.answerMs) => {
      if (!breaker.admits(breakerName, clock())) throw awayProblem();
      const control = new AbortController();
      const late = new Error(`no answer within ${limitMs} ms`);
      const timer = setTimeout(() => control.abort(late), limitMs);
      try {
        const result = await client.send(command, { abortSignal: control.signal });
        breaker.note(breakerName, true, clock());
        return result;
      } catch (error) {
        const status = statusOf(error);
        breaker.note(breakerName, isAnswer(status), clock());
        if (status === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
        if (error instanceof Problem || status === 412) throw error;
        throw awayProblem(control.signal.aborted ? late : error);
      } finally {
        clearTimeout(timer);
      }
    };
  const [sendAgain, sendOnce] = [sendBy(connect(3)), sendBy(connect(1))];
  const { waitMs } = times;
  const short = createFairQueue({ ...shortCalls, waitMs }, crowded);
  const bodies = createFairQueue({ ...downloads, waitMs }, crowded);
  const callsOf = (waiter: { readonly account?: string }): S3Calls => ({
    times,
    of: (account) => callsOf(account === undefined ? {} : { account }),
    ask: (command, limitMs) => short.run(() => sendAgain(command, limitMs), waiter),
    askOnce: (command, limitMs) => short.run(() => sendOnce(command, limitMs), waiter),
    askForBody: sendAgain,
    whileShort: (job) => short.run(job, waiter),
    takeDownload: () => bodies.take(waiter),
  });
  return callsOf({});
}

/** The object has changed since its tag was taken. */
export function isStale(error: unknown): boolean {
  return statusOf(error) === 412;
}

export function awayProblem(cause?: unknown): Problem {
  return new Problem('unavailable', 'The object storage does not answer; try again shortly.', {
    cause,
    retryAfterSeconds: 5,
  });
}

/** The status that the server answered; undefined if it did not answer. */
export function answeredStatus(error: unknown): number | undefined {
  return statusOf(error instanceof Problem ? error.cause : error);
}

// A refusal is an answer: the server works. So is 501, for a request that it does not support.
function isAnswer(status: number | undefined): boolean {
  return status !== undefined && (status === 501 || (status < 500 && status !== 429));
}

function statusOf(error: unknown): number | undefined {
  return (error as { readonly $metadata?: { readonly httpStatusCode?: number } } | null)?.$metadata
    ?.httpStatusCode;
}
