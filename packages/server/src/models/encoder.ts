/** The encoder as a process of its own: it starts with the first text, is started again when it dies, and ends when nobody asks. */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../kernel/log.ts';
import type { EncoderFiles, FromEncoder, ToEncoder } from './encoder-messages.ts';
import type { Encoder } from './models.ts';

export interface EncoderOptions {
  readonly files: EncoderFiles;
  readonly log: Log;
  /** The program of the process. */
  readonly program?: URL;
  /** After which silence it ends. */
  readonly idleMs?: number;
  /** After which silence with work before it, and after which start without a word, it is given up. */
  readonly stallMs?: number;
  /** How long it rests after each failure in a row; what is not urgent is tried once more than there are rests. */
  readonly restsMs?: readonly number[];
}

/** What the encoder is made of, where all of it is installed. */
export function findEncoder(): EncoderFiles | undefined {
  const files = {
    weights: fileURLToPath(import.meta.resolve('@baraza/answer-model/encoder.onnx')),
    vocabulary: fileURLToPath(import.meta.resolve('@baraza/answer-model/vocab.txt')),
  };
  if (!existsSync(files.weights) || !existsSync(files.vocabulary)) return undefined;
  try {
    // It is an optional package: where it has no build for the machine, there is none.
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node'))) ? files : undefined;
  } catch {
    return undefined;
  }
}

export async function openEncoder(options: EncoderOptions): Promise<Encoder> {
  const { files, log } = options;
  const { idleMs = 60_000, restsMs = [0, 1_000, 10_000, 60_000] } = options;
  const model = await fingerprint(files);
  const closing = new AbortController();
  let running: Process | undefined;
  let failures = 0;
  let restUntilMs = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Process => {
    const child = startProcess(options, (cause) => {
      if (running === child) running = undefined;
      if (cause === undefined) return;
      const restMs = restsMs[Math.min(failures, restsMs.length - 1)] ?? 0;
      failures += 1;
      restUntilMs = performance.now() + restMs;
      log.warn('the encoder ended unasked; without it, answers go by words', { restMs, cause });
    });
    running = child;
    return child;
  };

  const sleepWhenIdle = (child: Process): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (child.waiting() > 0) return sleepWhenIdle(child);
      if (running === child) running = undefined;
      void child.end();
    }, idleMs).unref();
  };

  const isResting = () => performance.now() < restUntilMs;

  return {
    model,
    state: () => (running?.isReady() ? 'awake' : isResting() ? 'away' : 'asleep'),
    embed: async (texts, given, haste) => {
      if (texts.length === 0) return [];
      const signal = AbortSignal.any([given, closing.signal]);
      const isUrgent = haste === 'urgent';
      for (let tries = 0; ; tries += 1) {
        signal.throwIfAborted();
        if (isResting()) {
          if (isUrgent) throw new Error('the encoder rests');
          await wait(restUntilMs - performance.now(), undefined, { signal });
        }
        const child = running ?? start();
        sleepWhenIdle(child);
        try {
          const vectors = await child.ask(texts, signal, isUrgent);
          failures = 0;
          return vectors;
        } catch (error) {
          if (isUrgent || signal.aborted || tries >= restsMs.length) throw error;
        }
      }
    },
    close: async () => {
      clearTimeout(idle);
      closing.abort(new Error('the server is stopping'));
      await running?.end();
    },
  };
}

interface Process {
  /** Waits until it is ready, too. */
  readonly ask: (
    texts: readonly string[],
    signal: AbortSignal,
    isUrgent: boolean,
  ) => Promise<readonly Float32Array[]>;
  readonly isReady: () => boolean;
  readonly waiting: () => number;
  /** Ends it; that is no failure. */
  readonly end: () => Promise<void>;
}

interface Pending {
  readonly count: number;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (cause: Error) => void;
}

const childFlags = ['--max-old-space-size=128', '--max-semi-space-size=1'];
const ownProgram = new URL('./encoder-child.ts', import.meta.url);

function startProcess(
  { files, program = ownProgram, stallMs = 30_000 }: EncoderOptions,
  onEnd: (failure: Error | undefined) => void,
): Process {
  // None of the server's environment: it may hold passwords, and the encoder needs nothing of it.
  const child = fork(program, [JSON.stringify(files)], {
    env: {},
    execArgv: childFlags,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const pending = new Map<number, Pending>();
  const ended = Promise.withResolvers<void>();
  let phase: 'starting' | 'ready' | 'ending' | 'over' = 'starting';
  let last = 0;
  let stall: NodeJS.Timeout | undefined;

  const watch = (): void => {
    clearTimeout(stall);
    if (phase === 'starting' || pending.size > 0)
      stall = setTimeout(() => child.kill('SIGKILL'), stallMs).unref();
  };
  const over = (cause: Error): void => {
    if (phase === 'over') return;
    const failure = phase === 'ending' ? undefined : cause;
    phase = 'over';
    clearTimeout(stall);
    for (const { reject } of pending.values()) reject(cause);
    pending.clear();
    onEnd(failure);
    ended.resolve();
  };
  child.on('message', (message: FromEncoder) => {
    if ('ready' in message) {
      if (phase === 'starting') phase = 'ready';
      return watch();
    }
    const request = pending.get(message.id);
    pending.delete(message.id);
    watch();
    request?.resolve(apart(message.vectors, request.count));
  });
  child.on('error', over);
  child.on('exit', (code, signal) => over(new Error(`the encoder ended with ${signal ?? code}`)));
  watch();

  return {
    isReady: () => phase === 'ready',
    waiting: () => pending.size,
    ask: async (texts, signal, isUrgent) => {
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
      pending.set(id, { count: texts.length, resolve, reject });
      // What is told before it is ready waits in its channel.
      tell(child, { id, texts, isUrgent });
      if (pending.size === 1) watch();
      try {
        return await abortable(promise, signal);
      } finally {
        // Still there: nobody waits for it any more.
        if (pending.delete(id)) tell(child, { forget: id });
      }
    },
    end: () => {
      if (phase !== 'over') phase = 'ending';
      // Whatever it is at: nothing of it is kept.
      child.kill('SIGKILL');
      return ended.promise;
    },
  };
}

function tell(child: ChildProcess, message: ToEncoder): void {
  // That it is gone is told by an event of its own.
  if (child.connected) child.send(message, () => {});
}

function apart(vectors: Float32Array, count: number): readonly Float32Array[] {
  const width = vectors.length / count;
  return Array.from({ length: count }, (_, row) => vectors.slice(row * width, (row + 1) * width));
}

async function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // Whichever comes second may still fail when nobody waits for it any more.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function fingerprint({ weights, vocabulary }: EncoderFiles): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [weights, vocabulary])
    for await (const part of createReadStream(file, { highWaterMark: 256 * 1024 }))
      hash.update(part as Buffer);
  return hash.digest('base64url').slice(0, 22);
}
