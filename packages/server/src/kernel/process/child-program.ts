/** The child's side of `createChild`: the program of every child process calls `serveRequests`. */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { AnyProblemCode } from '@baraza/contract';
import { Problem } from '../problem.ts';
import type { UsageReport } from './child-usage.ts';

/** Messages with an `id` are requests and replies. Any other message was sent by `post`. */
export type ToChild =
  | { readonly id: number }
  | { readonly chunkOf: number; readonly chunk: Uint8Array }
  | { readonly forget: number }
  | { readonly wants: 'usage' | 'sign' };

export type FromChild =
  | { readonly id: number; readonly refused?: ChildFault }
  | { readonly progressOf: number; readonly progress: object }
  | { readonly ready: true }
  /** The main thread is free. */
  | { readonly sign: true }
  | { readonly usage: UsageReport };

/** An error of the program; `code` is that of a `Problem`. */
export interface ChildFault {
  readonly message: string;
  readonly code?: AnyProblemCode;
}

interface RequestContext<Progress> {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** Takes the chunks that came with the request. */
  readonly takeChunks: () => readonly Uint8Array[];
  readonly progress: (progress: Progress) => void;
}

/**
 * An error of `answer` rejects the request with the same message, and a `Problem` with its code. `onMessage` gets what
 * `post` sends.
 */
export function serveRequests<Request extends object, Progress extends object = object>(
  answer: (request: Request, context: RequestContext<Progress>) => object | Promise<object>,
  onMessage: (message: object) => void = () => {},
): void {
  const running = new Map<number, AbortController>();
  const chunks = new Map<number, Uint8Array[]>();

  const takeChunks = (id: number): readonly Uint8Array[] => {
    const taken = chunks.get(id) ?? [];
    chunks.delete(id);
    return taken;
  };
  const serve = async ({ id, ...request }: { readonly id: number }): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const reply = await attempt(() =>
      answer(request as Request, {
        signal: controller.signal,
        takeChunks: () => takeChunks(id),
        progress: (progress) => send({ progressOf: id, progress }),
      }),
    );
    running.delete(id);
    chunks.delete(id);
    // Before the reply: the caller of this request is charged, and not that of the next one.
    reportUsage(reportedCpuMs);
    if (!controller.signal.aborted) send({ ...reply, id });
  };

  // SIGINT reaches the whole process group; the parent drains first and then ends this process.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message: ToChild | object) => {
    if ('id' in message) void serve(message);
    else if ('chunkOf' in message) {
      const earlier = chunks.get(message.chunkOf);
      if (earlier === undefined) chunks.set(message.chunkOf, [message.chunk]);
      else earlier.push(message.chunk);
    } else if ('forget' in message) {
      running.get(message.forget)?.abort();
      chunks.delete(message.forget);
    } else if ('wants' in message) {
      if (message.wants === 'usage') reportUsage(0);
      else send({ sign: true });
    } else onMessage(message);
  });
  setInterval(() => running.size > 0 && reportUsage(0), reportEveryMs).unref();
  send({ ready: true });
  // Node does this at exit, but SIGKILL ends this process.
  flushCompileCache();
}

/** The `input` of `createChild`. */
export function childInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? '{}') as Input;
}

/**
 * Ends this process above its `memoryMegabytes`, or when its parent has exited, and reports what it uses, even while it
 * is blocked.
 */
export async function watchMemory(): Promise<void> {
  const watch = new Worker(new URL('./memory-watch.ts', import.meta.url), {
    workerData: { parent: process.ppid, memoryMegabytes: Number(process.argv[3]) },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  await once(watch, 'online');
  watch.unref();
}

const reportEveryMs = 1_000;
const reportedCpuMs = 5;
let reportedMs = 0;

/** Unless it has used less CPU time since the last report. */
function reportUsage(cpuMsMin: number): void {
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  if (cpuMs - reportedMs < cpuMsMin) return;
  reportedMs = cpuMs;
  send({ usage: { rss: process.memoryUsage.rss(), cpuMs } });
}

async function attempt(work: () => object | Promise<object>): Promise<object> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { refused: error instanceof Problem ? { message, code: error.code } : { message } };
  }
}

function send(message: FromChild): void {
  process.send?.(message);
}
