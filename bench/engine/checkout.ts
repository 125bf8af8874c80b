/** A server of any checkout of the repository, started as in production and measured from outside. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  childrenOf,
  cpuMicroseconds,
  residentMegabytes,
  startProcess,
  untilServing,
} from '../process.ts';

export interface Server {
  readonly pid: number;
  readonly folder: string;
  /** The address of the site assistant. */
  readonly url: string;
  readonly port: number;
  /** The credential (`osk_…`) of the first owner; empty if another server on the same database made it. */
  readonly credential: string;
  /** CPU time of the server and its children, in milliseconds. */
  readonly cpuMs: () => number;
  readonly memory: () => Memory;
  readonly stop: () => Promise<void>;
}

interface Memory {
  readonly serverMB: number;
  /** The memory of each process that reads questions. */
  readonly enginesMB: readonly number[];
}

export interface StartOptions {
  /** An existing data folder; by default a new one that is removed at exit. */
  readonly folder?: string;
  /** In the syntax of `taskset -c`; by default all cores. */
  readonly cores?: string;
  readonly environment?: { readonly [name: string]: string };
}

export async function startCheckout(
  checkout: string,
  { folder, cores, environment = {} }: StartOptions = {},
): Promise<Server> {
  const { flags, variables } = await runtimeOf(checkout);
  const data = folder ?? newFolder();
  const run = path.join(data, 'run.json');
  rmSync(run, { force: true });
  const program = [...flags, path.join(checkout, 'packages/server/src/main.ts'), 'serve'];
  const pinned = cores === undefined ? [] : ['taskset', '-c', cores];
  const [command = '', ...words] = [...pinned, process.execPath, ...program];
  const startedMs = performance.now();
  const { pid, child, stop } = startProcess(command, words, {
    ...variables,
    BARAZA_DATA: data,
    BARAZA_PLATFORM_PORT: '0',
    BARAZA_SITE_PORT: '0',
    BARAZA_DEMO: '0',
    // All visitors have the same address.
    BARAZA_CONNECTIONS_PER_ADDRESS: '4000',
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'baraza-bench-compile-cache'),
    ...environment,
  });
  const url = await addressIn(run, () => child.exitCode === null);
  await untilServing(`${url}/healthz`, startedMs);
  return {
    pid,
    folder: data,
    url,
    port: Number(new URL(url).port),
    credential: credentialIn(path.join(data, 'bootstrap.json')),
    cpuMs: () =>
      [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuMicroseconds(one), 0) / 1e3,
    memory: () => ({
      serverMB: residentMegabytes(pid),
      enginesMB: enginesOf(pid).map(residentMegabytes),
    }),
    stop,
  };
}

function credentialIn(file: string): string {
  if (!existsSync(file)) return '';
  const { site } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly site: { readonly owner_key: string };
  };
  return site.owner_key;
}

/** The processes of a server that read questions, in old and new versions of the code. */
export function enginesOf(pid: number): readonly number[] {
  return childrenOf(pid).filter((child) => /engine\/|models\/built-in\//.test(commandLine(child)));
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Waits until the server and its children are idle: indexes and vectors are complete. */
export async function untilQuiet({ cpuMs }: Server): Promise<void> {
  for (let quietSeconds = 0; quietSeconds < 2; ) {
    const spentMs = cpuMs();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    quietSeconds = cpuMs() - spentMs < 50 ? quietSeconds + 1 : 0;
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

async function runtimeOf(checkout: string) {
  const file = pathToFileURL(path.resolve(checkout, 'packages/server/bin/runtime.mjs')).href;
  const { serverFlags, serverEnvironment } = (await import(file)) as {
    readonly serverFlags: readonly string[];
    readonly serverEnvironment: { readonly [name: string]: string };
  };
  return { flags: serverFlags, variables: serverEnvironment };
}

async function addressIn(run: string, isStarting: () => boolean): Promise<string> {
  while (!existsSync(run)) {
    if (!isStarting()) throw new Error('the server exited during its start');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return (JSON.parse(readFileSync(run, 'utf8')) as { site: { url: string } }).site.url;
}
