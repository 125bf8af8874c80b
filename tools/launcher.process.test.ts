/** The launcher between npm and the server forwards arguments, signals and exit codes, and leaves no process behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { installed, launch, makeClone, withoutLauncher } from './fresh-clone.ts';

const server = `import { renameSync, writeFileSync } from 'node:fs';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => { console.log('got', signal); setTimeout(() => process.exit(7), 100); });
  process.on('SIGUSR2', () => process.exit(70));
  setInterval(() => {}, 1_000);
  writeFileSync('pid.new', String(process.pid));
  // The rename is atomic, so a reader never sees an incomplete file.
  renameSync('pid.new', 'pid');
  console.log('words', process.argv.slice(2).join(' '), 'cache', process.env.NODE_COMPILE_CACHE);`;

test('start passes its arguments to the server and enables the compile cache', async (t) => {
  const { clone, run } = await start(t, ['--only', 'platform']);
  assert.match(run.output(), /words serve --only platform cache/);
  assert.ok(run.output().includes(path.join(clone, 'node_modules', '.cache')));
  process.kill(run.pid, 'SIGTERM');
  await run.ended;
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the server once, and its exit code comes back`, async (t) => {
    const { run } = await start(t);
    process.kill(run.pid, signal);
    process.kill(run.pid, signal);
    const { code, output } = await run.ended;
    assert.equal(code, 7);
    assert.equal(output.match(/got/g)?.length, 1);
    assert.match(output, new RegExp(`got ${signal}`));
  });
}

test('a server that was killed or had an uncaught error is restarted', async (t) => {
  const { clone, run } = await start(t);
  const first = serverPid(clone);
  process.kill(first, 'SIGKILL');
  await run.printed('The server crashed (137); it starts again in 200 ms.');
  const second = await nextPid(clone, first);
  process.kill(second, 'SIGUSR2');
  await run.printed('The server crashed (70); it starts again in 500 ms.');
  await nextPid(clone, second);
  process.kill(run.pid, 'SIGTERM');
  const { code, output } = await run.ended;
  assert.equal(code, 7);
  assert.equal(output.match(/crashed/g)?.length, 2);
});

test('with BARAZA_RESTART=0 the server replaces the launcher process, and a crash is not restarted', {
  skip: process.platform === 'win32' && 'a process cannot replace itself on Windows',
}, async (t) => {
  const clone = cloneWith(t);
  const run = launch(t, clone, ['start', '--only', 'site'], { BARAZA_RESTART: '0' });
  await run.printed('words serve --only site');
  assert.equal(serverPid(clone), run.pid);
  process.kill(run.pid, 'SIGUSR2');
  const { code, output } = await run.ended;
  assert.equal(code, 70);
  assert.doesNotMatch(output, /crashed|Warning/);
});

test('a refused start is not repeated', async (t) => {
  const { run } = await start(t, [], 'process.exit(1);');
  const { code, output } = await run.ended;
  assert.deepEqual([code, output.match(/words/g)?.length], [1, 1]);
});

const skip = process.platform !== 'linux' && 'tests the loader of Linux';
const broken = '#!/bin/sh\necho libatomic.so.1 is missing\nexit 127\n';
const bundled = `node_modules/node-linux-${process.arch}/bin/node`;

test('the Node of the machine is used if it is new enough, not the one from npm', {
  skip,
}, async (t) => {
  const clone = cloneWith(t);
  placeProgram(clone, bundled, broken);
  const run = launch(t, clone, ['start']);
  await run.printed('words serve');
  assert.doesNotMatch(run.output(), /libatomic/);
  process.kill(run.pid, 'SIGTERM');
  assert.equal((await run.ended).code, 7);
});

test('the Node from npm is used if the one of the machine lacks a library', {
  skip,
}, async (t) => {
  const clone = cloneWith(t);
  const machine = placeProgram(clone, 'machine-node', broken);
  placeProgram(clone, bundled, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  const run = launch(t, clone, ['start'], {
    npm_node_execpath: machine,
    npm_config_user_agent: 'npm/11.0.0 node/v24.1.0 linux x64',
  });
  await run.printed('words serve');
  assert.match(run.output(), /libatomic/);
  process.kill(run.pid, 'SIGTERM');
  assert.equal((await run.ended).code, 7);
});

test('if a missing library prevents Node from starting, the message names its package', async (t) => {
  const { run } = await start(t, [], 'process.exit(127);');
  const { code, output } = await run.ended;
  assert.equal(code, 1);
  assert.match(output, /a library is missing.+libatomic1.+apt-get install -y libatomic1/s);
});

test('SIGTERM or SIGINT between a crash and the restart stops the launcher at once', async (t) => {
  const endAfter = async (signal: NodeJS.Signals) => {
    const { run } = await start(t, [], 'process.kill(process.pid, "SIGKILL");');
    // In a longer wait than the first, which could be over before the signal arrives.
    await run.printed('it starts again in 5000 ms');
    process.kill(run.pid, signal);
    const { code, output } = await run.ended;
    assert.deepEqual([code, output.match(/words/g)?.length], [137, 5]);
  };
  await Promise.all([endAfter('SIGTERM'), endAfter('SIGINT')]);
});

test('the server is stopped when npm is killed', async (t) => {
  const clone = cloneWith(t);
  const npm = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['scripts/run.mjs', 'start'], { stdio: 'inherit' ` +
        '}); setInterval(() => {}, 1000);',
    ],
    {
      cwd: clone,
      env: { ...withoutLauncher(process.env), npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  const closed = new Promise((resolve) => npm.stdout.once('close', resolve));
  const ready = new Promise<void>((resolve) =>
    npm.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('words')) resolve();
    }),
  );
  await ready;
  npm.kill('SIGKILL');
  await closed;
  assert.match(output, /got SIGTERM/);
  assert.throws(() => process.kill(serverPid(clone), 0), { code: 'ESRCH' });
});

test('an unknown command and a missing script print one sentence and exit with 1', async (t) => {
  const clone = cloneWith(t);
  for (const [word, sentence] of [
    [
      'fly',
      'There is no command fly; there are install, start, dev, test, check, bench, evals, hold, pack, build-client.\n',
    ],
    ['evals', 'There is no evals/evals.ts to run.\n'],
  ] as const)
    assert.deepEqual(await launch(t, clone, [word]).ended, { code: 1, output: sentence });
});

function placeProgram(clone: string, name: string, text: string): string {
  const file = path.join(clone, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

function cloneWith(t: TestContext, last = ''): string {
  return makeClone(t, {
    'package.json': '{"type":"module"}',
    'packages/server/src/main.ts': `${server}\n${last}`,
    ...installed,
  });
}

async function start(t: TestContext, words: readonly string[] = [], last = '') {
  const clone = cloneWith(t, last);
  const run = launch(t, clone, ['start', ...words]);
  await run.printed('words');
  return { clone, run };
}

async function nextPid(clone: string, before: number): Promise<number> {
  while (serverPid(clone) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  return serverPid(clone);
}

function serverPid(clone: string): number {
  return Number(readFileSync(path.join(clone, 'pid'), 'utf8'));
}
