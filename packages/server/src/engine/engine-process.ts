/** One engine process as the pool sees it: started with the first request, restarted after a crash, ended when idle. */
import { type ChildOptions, createChild } from '../kernel/process/child-process.ts';
import type { EngineInput, EngineNotice, EngineRequest, ReplyTo } from './messages.ts';

export interface EngineProcess {
  /** Starts the process if it is not running; rejects when it ends before it has replied. */
  readonly ask: <Request extends EngineRequest>(
    request: Request,
    signal: AbortSignal,
  ) => Promise<ReplyTo[Request['kind']]>;
  readonly notify: (notice: EngineNotice) => void;
  readonly isRunning: () => boolean;
  /** Whether the process has failed lately and does not start for a while. */
  readonly isPaused: () => boolean;
  readonly close: () => Promise<void>;
}

interface EngineProcessOptions extends Pick<ChildOptions, 'log'> {
  /** Called before the first start. */
  readonly loadInput: () => Promise<EngineInput>;
  readonly number: number;
}

const idleMs = 120_000;
// A question that a crash interrupted is asked again at once; a process that cannot start is paused.
const restartDelaysMs = [0, 0, 500, 2_000, 10_000];
// A question is read within a second; an engine that hangs is ended.
const deadlinesMs: { readonly [kind in EngineRequest['kind']]?: number } = {
  question: 10_000,
  statement: 10_000,
  status: 10_000,
  passages: 10_000,
};
// Opening a large edition, or making vectors between questions.
const longMs = 120_000;
const heapMegabytes = 512;
const memoryMegabytes = 1_024;

export function createEngineProcess({
  loadInput,
  number,
  ...rest
}: EngineProcessOptions): EngineProcess {
  const program = new URL('./child.ts', import.meta.url);
  type Child = ReturnType<typeof createChild<EngineRequest, ReplyTo[keyof ReplyTo]>>;
  let loading: Promise<Child> | undefined;
  let child: Child | undefined;
  const ensureLoaded = (): Promise<Child> => {
    loading ??= start().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const start = async (): Promise<Child> => {
    const input = await loadInput();
    const name = `engine ${number + 1}`;
    const limits = { idleMs, restartDelaysMs, heapMegabytes, memoryMegabytes, stallMs: longMs };
    child = createChild({ ...rest, ...limits, name, kind: 'engine', program, input });
    return child;
  };
  return {
    ask: async (request, signal) => {
      const deadlineMs = deadlinesMs[request.kind] ?? longMs;
      const reply = await (await ensureLoaded()).ask(request, signal, 'urgent', { deadlineMs });
      return reply as ReplyTo[(typeof request)['kind']];
    },
    notify: (notice) => child?.post(notice),
    isRunning: () => child?.state() === 'awake',
    isPaused: () => child?.state() === 'paused',
    close: async () => {
      await (await loading?.catch(() => undefined))?.close();
    },
  };
}
