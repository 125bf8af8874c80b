import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** A server process under measurement. */
export interface Measured {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const clockTicksPerSecond = 100;

export function startProcess(
  command: string,
  words: readonly string[],
  environment: { readonly [name: string]: string } = {},
): Measured & { readonly child: ChildProcess } {
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  child.stdout?.resume();
  // Kills the process even if the measurement fails.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  return {
    pid: child.pid,
    child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * User and system time of the whole process, in microseconds. Exact from `schedstat`; without it, from clock ticks.
 * Threads that have ended are not included, but neither server ends threads while it runs.
 */
export function cpuMicroseconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
  } catch {
    return tickedMicroseconds(pid);
  }
}

function tickedMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces; everything after it is numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / clockTicksPerSecond;
}

/** The running child processes of a process. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Polls until the address answers 200; returns the milliseconds since `startedMs`. */
export async function untilServing(url: string, startedMs: number): Promise<number> {
  for (;;) {
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.status === 200) return performance.now() - startedMs;
    } catch {
      // Not listening yet.
    }
    if (performance.now() - startedMs > 20_000) throw new Error(`${url} does not respond`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
