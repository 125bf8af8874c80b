import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RunFile } from '../../src/server/listen.ts';
import { eventually, memoryOf, temporaryFolder } from '../fixtures/server-process.ts';

const launcher = fileURLToPath(new URL('../../bin/baraza.mjs', import.meta.url));
// What `docs/operating/sizing.md` says of a start.
const startedMegabytesMax = 140;

test('the very first start of an installation settles below what is promised', {
  skip: existsSync('/proc/self/status') ? false : 'memory is read from /proc',
}, async (t) => {
  const run = await firstStart(t);
  // In a clone the first start strips the types of the sources, and what does that stays in memory.
  await eventually(() => megabytesOf(run.pid) <= startedMegabytesMax, 30_000);
  t.diagnostic(`${megabytesOf(run.pid).toFixed(0)} MB after the start`);
});

/** As after an installation: nothing in the data folder, and nothing in the compile cache. */
async function firstStart(t: TestContext): Promise<RunFile> {
  const folder = temporaryFolder(t);
  const child = spawn(process.execPath, [launcher, 'serve'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: temporaryFolder(t, 'baraza-cache-'),
      BARAZA_DATA: folder,
      BARAZA_PLATFORM_PORT: '0',
      BARAZA_SITE_PORT: '0',
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const file = path.join(folder, 'run.json');
  await eventually(() => existsSync(file));
  return JSON.parse(readFileSync(file, 'utf8')) as RunFile;
}

function megabytesOf(pid: number): number {
  return memoryOf(pid).resident / 1024 ** 2;
}
