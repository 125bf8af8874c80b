/** CPU time and memory of the child processes of this server, by kind. */
import { readFileSync } from 'node:fs';

/** Labels of metrics: a small fixed set. */
const childKinds = [
  'engine',
  'profiles',
  'imports',
  'schemas',
  'sources',
  'documents',
  'whisper',
  'espeak',
  'detector',
  'recordings',
] as const;

export type ChildKind = (typeof childKinds)[number];

export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

interface ChildUsage extends ProcessUsage {
  readonly child: ChildKind;
}

interface RunningChild {
  readonly kind: ChildKind;
  readonly sample: () => ProcessUsage;
}

const running = new Set<RunningChild>();
const endedCpuSeconds = new Map<ChildKind, number>();

/** One entry for each kind: CPU time since the start, including ended processes; memory of running ones. */
export function childUsage(): readonly ChildUsage[] {
  return childKinds.map((kind) => {
    let cpuSeconds = endedCpuSeconds.get(kind) ?? 0;
    let memoryBytes = 0;
    for (const child of running) {
      if (child.kind !== kind) continue;
      const usage = child.sample();
      cpuSeconds += usage.cpuSeconds;
      memoryBytes += usage.memoryBytes;
    }
    return { child: kind, cpuSeconds, memoryBytes };
  });
}

/** Measures one process and adds it to the usage of its kind; `requestReport` is for systems without reports. */
export function createMeter(
  pid: number | undefined,
  kind: ChildKind,
  on: { readonly requestReport: () => void; readonly onSample: (usage: ProcessUsage) => void },
) {
  let last: ProcessUsage = { cpuSeconds: 0, memoryBytes: 0 };
  let hasReported = false;
  const take = ({ cpuSeconds, memoryBytes }: ProcessUsage): void => {
    // Two sources of different precision: a counter must not decrease.
    last = { cpuSeconds: Math.max(last.cpuSeconds, cpuSeconds), memoryBytes };
    on.onSample(last);
  };
  const sample = (): ProcessUsage => {
    const read = pid === undefined || !running.has(child) ? undefined : readUsage(pid);
    if (read !== undefined) take(read);
    else if (hasReported) on.requestReport();
    return last;
  };
  const child: RunningChild = { kind, sample };
  running.add(child);
  return {
    /** The usage now, or the last one known. */
    sample,
    /** Takes what the process reports about itself. */
    report: ({ rss, cpuMs }: { readonly rss: number; readonly cpuMs: number }) => {
      hasReported = true;
      take({ cpuSeconds: cpuMs / 1000, memoryBytes: rss });
    },
    /** When the process has ended. */
    stop: () => {
      if (!running.delete(child)) return;
      endedCpuSeconds.set(kind, (endedCpuSeconds.get(kind) ?? 0) + last.cpuSeconds);
    },
  };
}

const ticksPerSecond = 100;

/** Usage of a running process as Linux reports it; undefined on other systems. */
function readUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces; `utime` is the 12th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    // Not `statm`, which counts in pages of a size that differs between machines.
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    return { cpuSeconds: ticks / ticksPerSecond, memoryBytes: kilobytes * 1024 };
  } catch {
    return undefined;
  }
}
