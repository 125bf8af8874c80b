/** Open descriptors and resident memory of a process, from /proc. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const MB = 1024 * 1024;

/** A reason to skip scenarios that need /proc, or false. */
export function noProc(): string | false {
  return existsSync('/proc/self/fd') ? false : 'there is no /proc';
}

export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function residentMB(pid: number): number {
  return kilobytesOf(pid, 'VmRSS') / 1024;
}

export function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/fd`) && !/^State:\s+Z/m.test(statusOf(pid));
}

/** Waits until at most `limit` descriptors are open; returns the final number. */
export async function descriptorsSettle(
  pid: number,
  limit: number,
  patienceMs = 60_000,
): Promise<number> {
  const untilMs = performance.now() + patienceMs;
  while (openDescriptors(pid) > limit && performance.now() < untilMs)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return openDescriptors(pid);
}

/** Samples memory. The returned function stops the sampling and returns the maximum in MB. */
export function sampleMemory(pid: number, everyMs = 100): () => number {
  let most = residentMB(pid);
  const timer = setInterval(() => {
    if (isRunning(pid)) most = Math.max(most, residentMB(pid));
  }, everyMs);
  return () => {
    clearInterval(timer);
    return most;
  };
}

export function bytesToMB(bytes: number): number {
  return bytes / MB;
}

function kilobytesOf(pid: number, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(statusOf(pid))?.[1]);
}

function statusOf(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, 'utf8');
}
