/** Kills or stops servers after a number of writes instead of after a time. */
import type { Ended } from '../../packages/server/test/fixtures/server-process.ts';
import type { Installation } from './installation.ts';

export interface Killer {
  /** Counts an acknowledged write; the last one kills the server. */
  readonly count: () => void;
  readonly counted: () => number;
}

/** Kills with SIGKILL as soon as `target` writes have been acknowledged. */
export function killAfter(server: Installation, target: number): Killer {
  let counted = 0;
  return {
    count: () => {
      counted += 1;
      if (counted === target) process.kill(server.pid, 'SIGKILL');
    },
    counted: () => counted,
  };
}

/** Sends SIGTERM and waits for the end. */
export async function drain(server: Installation): Promise<Ended & { readonly tookMs: number }> {
  const askedMs = performance.now();
  const ended = await server.end('SIGTERM');
  return { ...ended, tookMs: performance.now() - askedMs };
}

const stepFile = new URL('./fail-at-step.ts', import.meta.url).href;

/** The environment that makes a program fail or die at one of its changes to files or rows. */
export function failingAt(
  step: number,
  how: 'kill' | 'error',
  files?: { readonly arm?: string },
): { readonly [name: string]: string } {
  return {
    NODE_OPTIONS: `--import=${stepFile}`,
    FAIL_AT_STEP: String(step),
    FAIL_HOW: how,
    ...(files?.arm === undefined ? {} : { FAIL_ARMED_BY: files.arm }),
  };
}
