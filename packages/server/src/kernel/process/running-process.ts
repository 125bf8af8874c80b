/** One run of a child process: how it is started, what it may use, its requests, and its end. */
import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { Problem } from '../problem.ts';
import { race } from '../race.ts';
import type { ChildFault, FromChild, ToChild } from './child-program.ts';
import {
  type ChildKind,
  createMeter,
  type ProcessUsage,
  readReport,
  usageDescriptor,
} from './child-usage.ts';
import { ownPlaces } from './code-places.ts';

export interface ProcessOptions {
  /** Its name in log lines and errors. */
  readonly name: string;
  /** Its label in metrics. */
  readonly kind: ChildKind;
  /** The module to run; it calls `serveRequests`. */
  readonly program: URL;
  /** What `childInput` gives in the program. */
  readonly input?: unknown;
  /** Its whole environment; the server's is not inherited, since it may hold passwords. */
  readonly environment?: { readonly [name: string]: string };
  /** Silence, while it starts or has work, after which it is killed; longer than any `deadlineMs`. */
  readonly stallMs?: number;
  /** Megabytes of its JavaScript heap. */
  readonly heapMegabytes?: number;
  /** Flags that come after the usual ones and override them. */
  readonly nodeFlags?: readonly string[];
  /** Resident megabytes, checked at each report; `watchMemory` in the program is stricter. */
  readonly memoryMegabytes?: number;
  /** CPU time after which it is killed, checked at each report. For a process of one piece of work. */
  readonly cpuMsMax?: number;
  /**
   * What it has used since its start: before each reply, and every second while it has work. While it is blocked, only
   * a program with `watchMemory` reports.
   */
  readonly onUsage?: (usage: ProcessUsage) => void;
  /**
   * For work that cannot be interrupted, one request at a time: a caller who gives up ends the process, so that the
   * next caller does not wait for that work.
   */
  readonly endsWithCaller?: boolean;
  /** Lower priority than the server. */
  readonly isBackground?: boolean;
  /**
   * The only files and folders that it may read, besides the server's code. It may then not write, start
   * processes or use the network.
   */
  readonly readable?: readonly string[];
}

export interface RequestOptions<Progress = object> {
  /** Time from the start of the work after which the process is killed. */
  readonly deadlineMs?: number;
  /** Bytes for the request, sent ahead of it in small pieces and no faster than the process takes them. */
  readonly chunks?: readonly Uint8Array[];
  /** Messages of the program about this request. */
  readonly onProgress?: (progress: Progress) => void;
}

type EndReason = 'deadline' | 'memory' | 'crash';

/** The program replied with an error; a retry would give the same. */
export class ChildRefusal extends Error {}

function faultOf({ message, code }: ChildFault): Error {
  return code === undefined ? new ChildRefusal(message) : new Problem(code, message);
}

/**
 * The process has ended. `deadline`: this request took too long. `memory`: the process used too much memory.
 * `crash`: it exited, hung, did not start, or was killed because of another request.
 */
export class ChildEnded extends Error {
  /** Distinguishes a fatal request from a broken program. */
  readonly wasReady: boolean;
  readonly reason: EndReason;

  constructor(message: string, wasReady: boolean, reason: EndReason = 'crash') {
    super(message);
    this.wasReady = wasReady;
    this.reason = reason;
  }
}

export type RunningProcess = ReturnType<typeof startProcess>;

interface Pending {
  readonly resolve: (reply: object) => void;
  readonly reject: (cause: unknown) => void;
  readonly options: RequestOptions<never>;
  timer?: NodeJS.Timeout;
  /** Set when the process is killed for this request. */
  overdue?: ChildEnded;
}

/** `onRetire` is called once, when the process takes no more requests; with the failure, if it is one. */
export function startProcess(
  options: ProcessOptions,
  onRetire: (failure: ChildEnded | undefined) => void,
) {
  const { name, kind, stallMs = 30_000, memoryMegabytes = Infinity } = options;
  const { endsWithCaller = false, cpuMsMax = Infinity, onUsage } = options;
  const child = forkProgram(options);
  const pending = new Map<number, Pending>();
  const exited = Promise.withResolvers<void>();
  let phase: 'starting' | 'ready' | 'over' = 'starting';
  /** Undefined until it takes no more requests; null when that is not a failure. */
  let failure: ChildEnded | null | undefined;
  let lastId = 0;
  /** Deadlines of requests whose callers gave up while the process may still work on them. */
  const abandoned = new Set<NodeJS.Timeout>();

  const endedWith = (how: string, reason: EndReason): ChildEnded =>
    new ChildEnded(`${name} ended with ${how}`, phase === 'ready', reason);
  const retire = (cause: ChildEnded | null): void => {
    if (failure !== undefined) return;
    failure = cause;
    onRetire(cause ?? undefined);
  };
  const kill = (cause: ChildEnded | null): void => {
    retire(cause);
    child.kill('SIGKILL');
  };

  const meter = createMeter(kind, {
    request: () => send(child, { wants: 'usage' }),
    onReport: (usage) => {
      onUsage?.(usage);
      if (failure !== undefined) return;
      if (usage.memoryBytes > memoryMegabytes * 1024 * 1024)
        kill(endedWith(`SIGKILL above ${memoryMegabytes} MB`, 'memory'));
      else if (usage.cpuSeconds * 1_000 > cpuMsMax)
        kill(endedWith(`SIGKILL after ${cpuMsMax} ms of CPU time`, 'deadline'));
    },
  });
  const reports = child.stdio[usageDescriptor];
  // The end of the process is reported by its own `exit` event.
  reports?.on('error', () => {});
  reports?.on('data', (piece: Buffer) => {
    const report = readReport(piece.toString('latin1'));
    if (report !== undefined) meter.report(report);
  });
  const silence = createSilenceWatch(stallMs, {
    hasWork: () => phase === 'starting' || pending.size > 0,
    onStall: () => kill(endedWith(`SIGKILL after ${stallMs} ms of silence`, 'crash')),
  });

  const startDeadline = (request: Pending): void => {
    const { deadlineMs } = request.options;
    if (deadlineMs === undefined || phase !== 'ready') return;
    clearTimeout(request.timer);
    request.timer = setTimeout(() => {
      request.overdue = endedWith(`SIGKILL after ${deadlineMs} ms for a request`, 'deadline');
      kill(null);
    }, deadlineMs).unref();
  };
  const add = (request: Pending): number => {
    lastId += 1;
    pending.set(lastId, request);
    startDeadline(request);
    // Pending requests keep the event loop alive; an idle process does not.
    ref(child);
    silence.onRequest();
    return lastId;
  };
  const remove = (id: number): Pending | undefined => {
    const request = pending.get(id);
    clearTimeout(request?.timer);
    pending.delete(id);
    if (pending.size === 0) unref(child);
    return request;
  };
  const forgetAbandoned = (): void => {
    for (const timer of abandoned) clearTimeout(timer);
    abandoned.clear();
  };
  const abandon = (id: number, { timer }: Pending): void => {
    if (endsWithCaller) {
      remove(id);
      kill(null);
      return;
    }
    pending.delete(id);
    if (pending.size === 0) unref(child);
    silence.onGivenUp();
    send(child, { forget: id });
    if (timer === undefined) return;
    abandoned.add(timer);
    send(child, { wants: 'sign' });
  };
  /** Messages sent before the process is ready wait in the IPC channel. */
  const deliver = async (id: number, request: object, entry: Pending): Promise<void> => {
    for (const chunk of piecesOf(entry.options.chunks ?? [])) {
      await sent(child, { chunkOf: id, chunk });
      if (!pending.has(id)) return;
      startDeadline(entry);
    }
    send(child, { ...request, id });
  };

  const onExit = (cause: ChildEnded): void => {
    if (phase === 'over') return;
    phase = 'over';
    silence.stop();
    meter.stop();
    forgetAbandoned();
    retire(cause);
    for (const id of [...pending.keys()]) {
      const request = remove(id);
      request?.reject(request.overdue ?? failure ?? cause);
    }
    exited.resolve();
  };
  child.on('error', (error) => onExit(endedWith(error.message, 'crash')));
  child.on('exit', (code, signal) => {
    const isOutOfMemory = failure === undefined && outOfMemorySignals.has(signal);
    onExit(endedWith(String(signal ?? code), isOutOfMemory ? 'memory' : 'crash'));
  });

  const settle = (message: Extract<FromChild, { readonly id: number }>): void => {
    const request = remove(message.id);
    const { id: _, refused, ...reply } = message;
    if (refused === undefined) request?.resolve(reply);
    else request?.reject(faultOf(refused));
  };
  child.on('message', (message: FromChild) => {
    // It reports by the clock, so a report is no sign of progress.
    if ('usage' in message) {
      meter.report(message.usage);
      return;
    }
    if ('id' in message) settle(message);
    else if ('progressOf' in message)
      pending.get(message.progressOf)?.options.onProgress?.(message.progress as never);
    else if ('sign' in message) forgetAbandoned();
    else {
      phase = 'ready';
      for (const request of pending.values()) startDeadline(request);
    }
    silence.onMessage();
  });

  return {
    isReady: () => phase === 'ready',
    hasWork: () => pending.size > 0,
    post: (message: object) => send(child, message),
    /** From now on every other process goes before it. */
    standBack: () => lowerPriority(child.pid, constants.priority.PRIORITY_LOW),
    /** Waits until the process is ready, too. */
    ask: async (request: object, signal: AbortSignal, requestOptions: RequestOptions<never>) => {
      const { promise, resolve, reject } = Promise.withResolvers<object>();
      const entry: Pending = { resolve, reject, options: requestOptions };
      const id = add(entry);
      void deliver(id, request, entry).catch(reject);
      try {
        return await race(promise, { signal });
      } finally {
        // Still pending: its caller has given up.
        if (pending.has(id)) abandon(id, entry);
      }
    },
    /** Kills it; that is not a failure. */
    end: () => {
      if (phase !== 'over') ref(child);
      // SIGKILL is safe: the process has no state worth saving.
      kill(null);
      return exited.promise;
    },
  };
}

/** Runs from each message on, and from the first request after one: callers who give up do not extend it. */
function createSilenceWatch(
  stallMs: number,
  process: { readonly hasWork: () => boolean; readonly onStall: () => void },
) {
  let timer: NodeJS.Timeout | undefined;
  // Requests whose callers gave up since the last message.
  let givenUp = 0;
  const onTimeout = (): void => {
    timer = undefined;
    if (process.hasWork() || givenUp >= givenUpMax) process.onStall();
  };
  const onMessage = (): void => {
    clearTimeout(timer);
    timer = undefined;
    givenUp = 0;
    if (process.hasWork()) timer = setTimeout(onTimeout, stallMs).unref();
  };
  onMessage();
  return {
    onMessage,
    onRequest: () => {
      if (timer === undefined) onMessage();
    },
    onGivenUp: () => {
      givenUp += 1;
    },
    stop: () => clearTimeout(timer),
  };
}

// A single caller who gives up does not mean a hang; three in a row without a message are.
const givenUpMax = 3;
const pieceBytes = 64 * 1024;
// Not sent by this process: the watchdog inside or the system ends it with SIGKILL, a full heap with SIGABRT.
const outOfMemorySignals: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGKILL', 'SIGABRT']);

// A process that is busy does not notice that its parent has gone.
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

function forkProgram(options: ProcessOptions): ChildProcess {
  const { program, input = {}, environment = {}, heapMegabytes = 128, readable } = options;
  const { memoryMegabytes = Infinity, isBackground = false, nodeFlags = [] } = options;
  const child = fork(program, [JSON.stringify(input), String(memoryMegabytes)], {
    env: { ...compileCache(), ...environment },
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--max-semi-space-size=1',
      ...nodeFlags,
      ...(readable === undefined ? [] : permissionFlags(readable)),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  unref(child);
  if (isBackground) lowerPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** Where this process keeps compiled modules, so that a child need not strip their types again. */
function compileCache(): { readonly [name: string]: string } {
  const folder = getCompileCacheDir();
  // Node appends a folder for its version and flags.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

function permissionFlags(readable: readonly string[]): readonly string[] {
  // Packages may be links: they are looked up by one path and read by the other.
  const places = new Set(
    [...ownPlaces(), ...readable].flatMap((place) => [place, realpathSync(place)]),
  );
  return [
    '--permission',
    ...[...places].map((place) => `--allow-fs-read=${place}`),
    '--allow-worker',
    '--disable-warning=SecurityWarning',
  ];
}

function lowerPriority(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {}
}

function ref(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function unref(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  (child.stdio[usageDescriptor] as Socket | undefined)?.unref();
}

function send(child: ChildProcess, message: ToChild | object): void {
  // The exit is reported by the child's own `exit` event.
  if (child.connected) child.send(message, () => {});
}

/** Resolves when the message is on its way, or the process has gone. */
function sent(child: ChildProcess, message: ToChild): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve());
    else resolve();
  });
}

function* piecesOf(chunks: readonly Uint8Array[]): Iterable<Uint8Array> {
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
}
