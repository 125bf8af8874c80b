import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { root } from './tree.ts';

/** Creates a repository in a temporary folder, with only the launcher of this one and the given files. */
export function makeClone(
  t: Pick<TestContext, 'after'>,
  files: { readonly [file: string]: string },
): string {
  const clone = mkdtempSync(path.join(tmpdir(), 'baraza-clone-'));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  for (const folder of ['scripts', 'packages/server/bin'])
    cpSync(path.join(root, folder), path.join(clone, folder), { recursive: true });
  for (const [file, text] of Object.entries({ 'package-lock.json': emptyLock, ...files })) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    writeFileSync(path.join(clone, file), text);
  }
  return clone;
}

const emptyLock = JSON.stringify({ packages: {} });

/** The files of a complete installation without packages. */
export const installed = { 'node_modules/.package-lock.json': emptyLock };

export interface Run {
  readonly pid: number;
  /** Everything printed so far, on both streams. */
  readonly output: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  /** Resolves when the text has been printed; rejects if the process ends before that. */
  readonly printed: (text: string) => Promise<void>;
}

/** Starts a command of the launcher as npm does, but without the variables that npm sets. */
export function launch(
  t: Pick<TestContext, 'after'>,
  clone: string,
  words: readonly string[],
  environment: { readonly [name: string]: string } = {},
): Run {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...words], {
    cwd: clone,
    env: { ...withoutLauncher(process.env), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGTERM'));
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
      for (const check of listeners) check();
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => output.includes(text) && resolve();
      listeners.add(check);
      check();
      void ended.then(() => reject(new Error(`ended without “${text}”:\n${output}`)));
    });
  return { pid: child.pid ?? 0, output: () => output, ended, printed };
}

/** The environment without the variables that the launcher and npm have set for the tests. */
export function withoutLauncher(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetByLauncher =
    /^(npm_lifecycle_event|npm_execpath|npm_node_execpath|NODE_COMPILE_CACHE)$/;
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isSetByLauncher.test(name)),
  );
}
