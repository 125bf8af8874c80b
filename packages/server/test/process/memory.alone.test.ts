import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RunFile } from '../../src/cli/serve/serve.ts';
import { ask, resources } from '../fixtures/server.ts';
import {
  createResource,
  eventually,
  firstKey,
  memoryOf,
  temporaryFolder,
} from '../fixtures/server-process.ts';

const launcher = fileURLToPath(new URL('../../bin/baraza.mjs', import.meta.url));
// 120 MB are promised. After work, pages that are shared with other processes may add to that.
const settledMegabytesMax = 130;
const idleMegabytesMax = 120;
const questions = ['Mnafungua saa ngapi?', 'Do you deliver?', 'Mko wapi?', 'Do you sell cars?'];

test('the very first start of an installation settles below what is promised, and again after work', {
  skip: existsSync('/proc/self/status') ? false : 'memory is read from /proc',
}, async (t) => {
  const run = await firstStart(t);
  // The type stripper stays in memory once it is loaded, which would show here.
  await eventually(() => megabytesOf(run.pid) <= idleMegabytesMax, 30_000);
  t.diagnostic(`${megabytesOf(run.pid).toFixed(0)} MB after the start`);
  await work(run);
  const busy = megabytesOf(run.pid);
  await eventually(() => megabytesOf(run.pid) <= settledMegabytesMax, 60_000);
  t.diagnostic(`${busy.toFixed(0)} MB after the work, then ${megabytesOf(run.pid).toFixed(0)} MB`);
});

/** As after an installation: nothing in the data folder, and nothing in the compile cache. */
async function firstStart(t: TestContext): Promise<RunFile & { readonly folder: string }> {
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
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as RunFile), folder };
}

async function work({ platform, site, folder }: RunFile & { readonly folder: string }) {
  for (let at = 0; at < 100; at += 1) {
    const response = await fetch(`${site?.url}/v1/sites/demo/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-visitor': String(at).padStart(22, 'v') },
      body: JSON.stringify({ question: questions[at % questions.length] }),
    });
    assert.equal(response.status, 200, await response.text());
  }
  const server = { url: platform?.url ?? '' };
  const key = firstKey(folder);
  const id = await createResource(server, key, 'data');
  const record = { text: 'some words '.repeat(20) };
  for (let at = 0; at < 1_000; at += 1) {
    const body = { action: 'add-record', record };
    const { status, text } = await ask(server, 'PATCH', `${resources}/${id}`, { key, body });
    assert.equal(status, 200, text);
  }
}

function megabytesOf(pid: number): number {
  return memoryOf(pid).resident / 1024 ** 2;
}
