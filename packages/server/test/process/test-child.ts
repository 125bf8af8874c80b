import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { createLog } from '../../src/kernel/log.ts';
import { type ChildOptions, createChild } from '../../src/kernel/process/child-process.ts';
import type { ChildInput, ChildOrder, ChildReply, ChildStep } from '../fakes/obedient-child.ts';

export const obedientProgram = new URL('../fakes/obedient-child.ts', import.meta.url);

export const patience = () => AbortSignal.timeout(90_000);

/** A child that does what it is asked for; it is closed with the test. */
export function openChild(
  t: TestContext,
  options: Partial<ChildOptions> & { readonly input?: ChildInput } = {},
) {
  const warnings: string[] = [];
  // Every warning is counted, also a repeated one.
  let nowMs = 0;
  const log = createLog(
    'warn',
    (line) => warnings.push(line),
    () => (nowMs += 60_000),
  );
  const child = createChild<ChildOrder, ChildReply, ChildStep>({
    name: 'the child',
    kind: 'engine',
    program: obedientProgram,
    log,
    restartDelaysMs: [0],
    ...options,
  });
  t.after(child.close);
  const pid = async () => (await child.ask({}, patience())).pid;
  return { ...child, warnings, pid };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One whose parent has gone may still be listed until it is reaped.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

export async function until(isSo: () => boolean): Promise<void> {
  const tooLateMs = performance.now() + 60_000;
  while (!isSo()) {
    assert.ok(performance.now() < tooLateMs, 'it never came to be');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
