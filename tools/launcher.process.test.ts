/** The launcher between npm and the server: it passes on words, signals and exit codes, and leaves nobody behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { installed, launch, makeClone, withoutLauncher } from './fresh-clone.ts';

const server = `import { writeFileSync } from 'node:fs';
  writeFileSync('pid', String(process.pid));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => { console.log('got', signal); setTimeout(() => process.exit(7), 100); });
  setInterval(() => {}, 1_000);
  console.log('words', process.argv.slice(2).join(' '), 'cache', process.env.NODE_COMPILE_CACHE);`;

test('start serves with the words it is given and with the compile cache on', async (t) => {
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

test('a server that was killed gives the exit code of that', async (t) => {
  const { clone, run } = await start(t);
  process.kill(serverPid(clone), 'SIGKILL');
  assert.equal((await run.ended).code, 137);
});

test('the server is told to stop when npm dies without a word', async (t) => {
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

test('an unknown command and an absent script are one sentence and exit code 1', async (t) => {
  const clone = cloneWith(t);
  for (const [word, sentence] of [
    ['fly', 'There is no command fly; there are start, dev, test, check, bench, evals.\n'],
    ['evals', 'There is no evals/evals.ts to run.\n'],
  ] as const)
    assert.deepEqual(await launch(t, clone, [word]).ended, { code: 1, output: sentence });
});

function cloneWith(t: TestContext): string {
  return makeClone(t, {
    'package.json': '{"type":"module"}',
    'packages/server/src/main.ts': server,
    ...installed,
  });
}

async function start(t: TestContext, words: readonly string[] = []) {
  const clone = cloneWith(t);
  const run = launch(t, clone, ['start', ...words]);
  await run.printed('words');
  return { clone, run };
}

function serverPid(clone: string): number {
  return Number(readFileSync(path.join(clone, 'pid'), 'utf8'));
}
