import { spawn } from 'node:child_process';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../fixtures/server-process.ts';
import type { RegistryPackage } from './registry.ts';

export interface FetchedLists {
  readonly [name: string]: {
    readonly unpacked: number;
    readonly download: number;
    readonly temporary: number;
    readonly packages: { readonly [packageName: string]: RegistryPackage };
  };
}

export interface Fetched {
  readonly folder?: string;
  readonly error?: string;
  readonly progress: readonly { readonly megabytes: number; readonly isWaiting: boolean }[];
}

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
// The machine's own Node, which may be an old one: the launcher fetches with it.
const ownNode = process.env.npm_node_execpath ?? process.execPath;

/** The launcher's program in a folder of its own, with another list of packages. */
export function copyFetcher(t: TestContext, lists: FetchedLists) {
  const folder = temporaryFolder(t);
  cpSync(bin, folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'fetched.json'), JSON.stringify(lists));
  writeFileSync(path.join(folder, 'call.mjs'), program);
  return {
    folder,
    start: (name: string, dataFolder: string, environment: NpmEnvironment, node = ownNode) => {
      const child = spawn(node, [path.join(folder, 'call.mjs'), name, dataFolder], {
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      t.after(() => child.kill('SIGKILL'));
      let printed = '';
      child.stdout.on('data', (text: Buffer) => {
        printed += text.toString();
      });
      const ended = new Promise<Fetched>((resolve) =>
        child.once('close', () =>
          resolve(printed === '' ? { progress: [] } : (JSON.parse(printed) as Fetched)),
        ),
      );
      return { child, ended };
    },
  };
}

const program = `
import { ensureFetched } from './fetched.mjs';
const [, , name, dataFolder] = process.argv;
const reserveOf = (bytes) => bytes * Number(process.env.RESERVED_SHARE ?? 0);
const progress = [];
const ending = new AbortController();
process.once('SIGUSR2', () => ending.abort(new Error('aborted')));
const onProgress = (now) => progress.push(now);
const end = await ensureFetched(name, { dataFolder, reserveOf, onProgress, signal: ending.signal }).then(
  (folder) => ({ folder }),
  (error) => ({ error: error.message }),
);
console.log(JSON.stringify({ ...end, progress }));
`;

export type NpmEnvironment = { readonly [name: string]: string };

/** What npm needs, and nothing of the user's settings. */
export function npmEnvironment(t: TestContext, registry: string): NpmEnvironment {
  const home = temporaryFolder(t);
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ...(process.env.npm_execpath && { npm_execpath: process.env.npm_execpath }),
    ...(process.env.npm_node_execpath && { npm_node_execpath: process.env.npm_node_execpath }),
    npm_config_registry: registry,
    npm_config_cache: path.join(home, 'cache'),
    npm_config_fetch_retries: '0',
    // A surrounding npm, or the user, may have set these.
    npm_config_global: 'true',
    npm_config_omit: 'optional',
    npm_config_dry_run: 'true',
  };
}

/** What lies in the folder of fetched packages, besides what is meant to be there. */
export function leftIn(dataFolder: string): readonly string[] {
  return readdirSync(path.join(dataFolder, 'packages')).filter((name) => /^\./.test(name));
}
