/** CPU time and memory of the child processes of this server, by kind: they report it themselves. */

/** Labels of metrics: a small fixed set. */
const childKinds = [
  'engine',
  'profiles',
  'imports',
  'sources',
  'documents',
  'whisper',
  'espeak',
  'detector',
  'recordings',
] as const;

export type ChildKind = (typeof childKinds)[number];

/** What a process has used since its start, and its memory now. */
export interface UsageReport {
  readonly rss: number;
  readonly cpuMs: number;
}

export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

interface ChildUsage extends ProcessUsage {
  readonly child: ChildKind;
}

/** The pipe on which a watchdog thread reports: messages come from the main thread alone, which may be blocked. */
export const usageDescriptor = 4;

/** The last whole report in a piece of what came through the pipe; the process may have been taken over. */
export function readReport(piece: string): UsageReport | undefined {
  const [, rss, cpuMs] = /^(\d{1,15}) (\d{1,12})$/.exec(piece.split('\n').at(-2) ?? '') ?? [];
  return rss === undefined ? undefined : { rss: Number(rss), cpuMs: Number(cpuMs) };
}

interface RunningChild {
  readonly kind: ChildKind;
  readonly last: () => ProcessUsage;
}

const running = new Set<RunningChild>();
const endedCpuSeconds = new Map<ChildKind, number>();

/** One entry for each kind: CPU time since the start, including ended processes; memory of running ones. */
export function childUsage(): readonly ChildUsage[] {
  return childKinds.map((kind) => {
    const children = [...running].filter((child) => child.kind === kind).map(({ last }) => last());
    return {
      child: kind,
      cpuSeconds: children.reduce(
        (sum, { cpuSeconds }) => sum + cpuSeconds,
        endedCpuSeconds.get(kind) ?? 0,
      ),
      memoryBytes: children.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    };
  });
}

/** Adds what one process reports to the usage of its kind. `request` asks it for a report: an idle one sends none. */
export function createMeter(
  kind: ChildKind,
  on: { readonly request: () => void; readonly onReport: (usage: ProcessUsage) => void },
) {
  let known: ProcessUsage = { cpuSeconds: 0, memoryBytes: 0 };
  const child: RunningChild = {
    kind,
    last: () => {
      on.request();
      return known;
    },
  };
  running.add(child);
  return {
    report: ({ cpuMs, rss }: UsageReport) => {
      if (!running.has(child)) return;
      // Two threads report: a counter must not decrease.
      known = { cpuSeconds: Math.max(known.cpuSeconds, cpuMs / 1_000), memoryBytes: rss };
      on.onReport(known);
    },
    /** When the process has ended. */
    stop: () => {
      if (!running.delete(child)) return;
      endedCpuSeconds.set(kind, (endedCpuSeconds.get(kind) ?? 0) + known.cpuSeconds);
    },
  };
}
