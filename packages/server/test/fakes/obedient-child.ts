/** A child process that does what each request asks for. */
import { existsSync, readFileSync } from 'node:fs';
import { childInput, serveRequests, watchMemory } from '../../src/kernel/process/child-program.ts';

export interface ChildInput {
  /** A file that keeps it from starting. */
  readonly broken?: string;
  readonly watchesMemory?: boolean;
  /** How long it takes to start. */
  readonly startMs?: number;
}

export interface ChildOrder {
  readonly say?: string;
  /** Uses the processor for so long. */
  readonly spinMs?: number;
  /** Blocks its thread as long work does, without using the processor. */
  readonly blockMs?: number;
  /** Replies only when its caller has given up, which is too late. */
  readonly hang?: true;
  readonly fill?: 'heap' | 'buffers';
  readonly fail?: string;
  readonly exit?: number;
  /** How many messages of progress to send. */
  readonly steps?: number;
  /** A file to read. */
  readonly read?: string;
}

export interface ChildReply {
  readonly pid: number;
  readonly environment: readonly string[];
  readonly text: string;
  /** Sum of all bytes in the chunks. */
  readonly sum: number;
  /** How many requests were given up by their callers. */
  readonly forgotten: number;
  readonly messages: readonly object[];
}

export interface ChildStep {
  readonly step: number;
}

const { broken, watchesMemory = false, startMs = 0 } = childInput<ChildInput>();
if (broken !== undefined && existsSync(broken)) process.exit(3);
if (watchesMemory) await watchMemory();
block(startMs);
const messages: object[] = [];
let forgotten = 0;

serveRequests<ChildOrder, ChildStep>(
  async (order, { signal, takeChunks, progress }): Promise<ChildReply> => {
    if (order.exit !== undefined) process.exit(order.exit);
    if (order.fail !== undefined) throw new Error(order.fail);
    const kept = fillMemory(order.fill);
    spin(order.spinMs ?? 0);
    block(order.blockMs ?? 0);
    for (let step = 1; step <= (order.steps ?? 0); step += 1) progress({ step });
    if (order.hang) await givenUp(signal);
    return {
      pid: process.pid,
      environment: Object.keys(process.env),
      text: order.read === undefined ? (order.say ?? '') : readFileSync(order.read, 'utf8'),
      sum: takeChunks().reduce((sum, chunk) => chunk.reduce((all, byte) => all + byte, sum), 0),
      forgotten,
      messages: kept.length > 0 ? [] : messages,
    };
  },
  (message) => messages.push(message),
);

function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Ends after a while, so that a missing limit shows in a test. */
function fillMemory(what: ChildOrder['fill']): readonly object[] {
  const kept: object[] = [];
  if (what === 'heap')
    while (kept.length < 30_000) kept.push(new Array(1000).fill({ n: kept.length }));
  if (what === 'buffers') while (kept.length < 60) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  return kept;
}

async function givenUp(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  forgotten += 1;
}
