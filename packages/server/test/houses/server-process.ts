import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RunFile } from '../../src/cli/serve/serve.ts';
import { ask, resources } from './house.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const runtime = new URL('../../bin/runtime.mjs', import.meta.url).href;
// As the launchers start it: what is measured here is what users run.
const { serverFlags, serverEnvironment } = (await import(runtime)) as {
  readonly serverFlags: readonly string[];
  readonly serverEnvironment: { readonly [name: string]: string };
};

export type Environment = { readonly [name: string]: string };

export interface Ended {
  /** The exit code, or null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Spawned {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
}

/** A server as users run it: a process of its own on a data folder and a free port. */
export interface ServerProcess extends Spawned {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  readonly site: { readonly url: string };
  readonly folder: string;
  readonly run: RunFile;
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

/** Starts a server and waits for its `ready`. It is killed with the test, if it still runs then. */
export async function startProcess(
  t: Pick<TestContext, 'after'>,
  folder: string,
  environment: Environment = {},
  /** A command that runs the command that follows it, as strace does. */
  wrapper: readonly string[] = [],
): Promise<ServerProcess> {
  const spawned = spawnBaraza(t, ['serve'], folder, environment, wrapper);
  await printed(spawned, /^ready$/m);
  const run = JSON.parse(readFileSync(path.join(folder, 'run.json'), 'utf8')) as RunFile;
  return {
    ...spawned,
    pid: run.pid,
    url: run.platform?.url ?? '',
    port: run.platform?.port ?? 0,
    site: { url: run.site?.url ?? '' },
    folder,
    run,
    end: (signal) => {
      process.kill(run.pid, signal);
      return spawned.ended;
    },
  };
}

/** Runs one command to its end. */
export function runBaraza(
  t: Pick<TestContext, 'after'>,
  words: readonly string[],
  folder: string,
  environment: Environment = {},
): Promise<Ended> {
  return spawnBaraza(t, words, folder, environment).ended;
}

export function spawnBaraza(
  t: Pick<TestContext, 'after'>,
  words: readonly string[],
  folder: string,
  environment: Environment = {},
  wrapper: readonly string[] = [],
): Spawned {
  const [command = process.execPath, ...rest] = [
    ...wrapper,
    process.execPath,
    ...serverFlags,
    main,
    ...words,
  ];
  const child = spawn(command, rest, {
    env: {
      ...serverEnvironment,
      ...inherited(),
      BARAZA_DATA: folder,
      BARAZA_PLATFORM_PORT: '0',
      BARAZA_SITE_PORT: '0',
      BARAZA_DEMO: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout: stdout(),
    stderr: stderr(),
  }));
  return { child, stdout, stderr, ended };
}

/** Waits until the process has printed what is looked for; rejects when it ends without. */
export async function printed({ child, stdout, ended }: Spawned, wanted: RegExp): Promise<void> {
  const told = async () => {
    while (!wanted.test(stdout())) await once(child.stdout as NodeJS.ReadableStream, 'data');
  };
  const gone = ended.then(({ code, signal, stderr }) => {
    if (!wanted.test(stdout()))
      throw new Error(`it ended (${code ?? signal}) before it printed ${wanted}: ${stderr}`);
  });
  await Promise.race([told(), gone]);
}

export function temporaryFolder(t: Pick<TestContext, 'after'>, name = 'baraza-process-'): string {
  const folder = mkdtempSync(path.join(tmpdir(), name));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The key that the first start on a folder wrote down. */
export function firstKey(folder: string): string {
  const { platform } = JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8')) as {
    readonly platform: { readonly key: string };
  };
  return platform.key;
}

/** A new resource; its id. */
export async function createResource(
  server: Pick<ServerProcess, 'url'>,
  key: string,
  service: string,
): Promise<string> {
  const body = { service, kind: 'Kind', name: `a ${service} resource` };
  const { status, json, text } = await ask(server, 'POST', resources, { key, body });
  if (status !== 201) throw new Error(`not created: ${status} ${text}`);
  return json.id;
}

/** Any scheduler has moments; a loop over a condition that no event tells of. */
export async function eventually(isSo: () => boolean | Promise<boolean>, limitMs = 60_000) {
  const startedMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedMs > limitMs) throw new Error(`not so within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// Settings of whoever runs the tests are not settings of what they test.
function inherited(): Environment {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(?:BARAZA_|DATABASE_URL$|BLOB_URL$|NODE_TEST_CONTEXT$)/.test(name),
  );
  return Object.fromEntries(kept) as Environment;
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}
