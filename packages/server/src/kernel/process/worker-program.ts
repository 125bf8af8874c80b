/** The child side of a bounded worker: answers requests in the order in which they arrive. */

export interface WorkerReply {
  readonly reply?: unknown;
  /** Why there is no reply. */
  readonly failed?: string;
  readonly cpuMs: number;
}

export function serveRequests<Request, Reply>(answer: (request: Request) => Reply): void {
  process.on('message', (request: Request) => {
    const before = process.cpuUsage();
    const outcome = attempt(() => answer(request));
    const { user, system } = process.cpuUsage(before);
    process.send?.({ ...outcome, cpuMs: (user + system) / 1000 } satisfies WorkerReply);
  });
  // The parent has exited.
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

function attempt(work: () => unknown): Pick<WorkerReply, 'reply' | 'failed'> {
  try {
    return { reply: work() };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}
