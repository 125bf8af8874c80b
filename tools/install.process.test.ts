/** When and how the launcher calls npm. A fake npm installs each package as one file. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { launch, makeClone } from './fresh-clone.ts';

const lock = {
  'node_modules/zod': { version: '4.0.0', integrity: 'a' },
  'node_modules/biome': { version: '2.0.0', integrity: 'b', dev: true },
  'node_modules/fsevents': { version: '1.0.0', integrity: 'c', optional: true },
};

test('start installs the production packages once, and bench adds the others without removing any', async (t) => {
  const clone = cloneWith(t);
  await run(t, clone, 'start');
  await run(t, clone, 'start');
  assert.deepEqual(npmCalls(clone), ['ci --omit=dev']);
  await run(t, clone, 'bench');
  await run(t, clone, 'bench');
  await run(t, clone, 'start');
  assert.deepEqual(npmCalls(clone), ['ci --omit=dev', 'install --no-save --include=dev']);
});

test('a changed version in the lockfile causes an installation, an unchanged lockfile does not', async (t) => {
  const clone = cloneWith(t);
  await run(t, clone, 'bench');
  writeLock(clone, lock);
  await run(t, clone, 'bench');
  assert.equal(npmCalls(clone).length, 1);
  writeLock(clone, { ...lock, 'node_modules/zod': { version: '4.0.1', integrity: 'd' } });
  await run(t, clone, 'bench');
  assert.deepEqual(npmCalls(clone), ['ci --include=dev', 'ci --include=dev']);
});

test('a package that was deleted from the disk is installed again', async (t) => {
  const clone = cloneWith(t);
  await run(t, clone, 'start');
  rmSync(path.join(clone, 'node_modules/zod'), { recursive: true });
  await run(t, clone, 'start');
  assert.equal(npmCalls(clone).length, 2);
});

test('an interrupted installation ends soon and is repaired by the next run', async (t) => {
  const clone = cloneWith(t);
  const first = launch(t, clone, ['start'], { ...npm(clone), NPM_WAIT_MS: '60000' });
  await first.printed('Installing');
  await untilNpmCalled(clone);
  process.kill(first.pid, 'SIGINT');
  const { code, output } = await first.ended;
  assert.equal(code, 130);
  assert.match(output, /interrupted/);
  await run(t, clone, 'start');
  assert.equal(npmCalls(clone).length, 2);
});

test('when several processes start together, one installs and the others wait', async (t) => {
  const clone = cloneWith(t);
  const runs = [1, 2, 3].map(() =>
    launch(t, clone, ['start'], { ...npm(clone), NPM_WAIT_MS: '800' }),
  );
  for (const { ended } of runs) assert.match((await ended).output, /^served$/m);
  assert.equal(npmCalls(clone).length, 1);
});

test('a lock whose holder was killed is removed', async (t) => {
  const clone = cloneWith(t);
  const first = launch(t, clone, ['start'], { ...npm(clone), NPM_WAIT_MS: '4000' });
  await untilNpmCalled(clone);
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  await run(t, clone, 'start');
});

const failures: readonly (readonly [string, RegExp])[] = [
  ['npm error code ENOTFOUND', /the package registry cannot be reached/],
  ['npm error code EAI_AGAIN', /the package registry cannot be reached/],
  ['npm error code ECONNREFUSED', /the package registry cannot be reached/],
  ['npm error code EACCES\nnpm error path /srv/x', /there is no permission to write \/srv\/x\./],
  ['npm error code ENOSPC', /the disk is full/],
  ['npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write', /the disk is full/],
  ['npm error code EUSAGE', /package\.json and package-lock\.json do not agree.+npm is too old/],
  [
    'npm error code EINTEGRITY\nnpm error sha512 differs',
    /sent a package that is not the recorded one/,
  ],
  ['npm error code E404\nnpm error 404 Not Found', /does not have one of the packages/],
  ['npm error code E403\nnpm error 403 Forbidden', /refuses access/],
  ['npm error code EODD\nnpm error something else', /npm says: something else/],
];
test('each error of npm becomes one sentence', async () => {
  const { explain } = await import(new URL('../packages/server/bin/npm.mjs', import.meta.url).href);
  for (const [stderr, sentence] of failures) {
    assert.match(explain(stderr, '/srv'), sentence);
    assert.doesNotMatch(explain(stderr, '/srv'), /npm error|\n/);
  }
});

test('a failed installation prints one sentence, and the exit code is 1', async (t) => {
  const clone = cloneWith(t);
  const [[stderr, sentence] = assert.fail()] = failures;
  const { code, output } = await launch(t, clone, ['start'], { ...npm(clone), NPM_FAILS: stderr })
    .ended;
  assert.equal(code, 1);
  assert.match(output, sentence);
  assert.doesNotMatch(output, /npm error|\n {4}at /);
});

test('files that npm could not write whole are a failure, although npm succeeds', async (t) => {
  const clone = cloneWith(t);
  const warning = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write';
  const { code, output } = await launch(t, clone, ['start'], { ...npm(clone), NPM_WARNS: warning })
    .ended;
  assert.equal(code, 1);
  assert.match(output, /^Installing failed: the disk is full; free some space and try again\.$/m);
});

function cloneWith(t: TestContext): string {
  const clone = makeClone(t, {
    'package.json': '{"type":"module"}',
    'npm-cli.js': `import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
      const words = process.argv.slice(2);
      const shown = words.filter((word) => /^(ci|install|--no-save|--(omit|include)=dev)$/.test(word));
      appendFileSync('npm-calls', shown.join(' ') + '\\n');
      await new Promise((resolve) => setTimeout(resolve, Number(process.env.NPM_WAIT_MS ?? 0)));
      if (process.env.NPM_FAILS) { console.error(process.env.NPM_FAILS); process.exit(1); }
      if (process.env.NPM_WARNS) console.error(process.env.NPM_WARNS);
      if (words[0] === 'ci') rmSync('node_modules', { recursive: true, force: true });
      const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
      const isKept = ([, { dev, optional }]) => !optional && !(dev && words.includes('--omit=dev'));
      const kept = Object.entries(packages).filter(isKept);
      for (const [folder] of kept) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(folder + '/package.json', '{}');
      }
      writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(kept) }));`,
    'packages/server/src/main.ts': `console.log('served');`,
    'bench/bench.ts': `console.log('measured');`,
  });
  writeLock(clone, lock);
  return clone;
}

async function run(t: TestContext, clone: string, command: string): Promise<void> {
  const { code, output } = await launch(t, clone, [command], npm(clone)).ended;
  assert.equal(code, 0, output);
  assert.match(output, /^(served|measured)$/m);
}

function npm(clone: string) {
  return { npm_execpath: path.join(clone, 'npm-cli.js'), npm_node_execpath: process.execPath };
}

function npmCalls(clone: string): string[] {
  return readFileSync(path.join(clone, 'npm-calls'), 'utf8').trimEnd().split('\n');
}

function writeLock(clone: string, packages: object): void {
  writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ packages }));
}

async function untilNpmCalled(clone: string): Promise<void> {
  const file = path.join(clone, 'npm-calls');
  // npm may end between creating the file and writing to it.
  while (!statSync(file, { throwIfNoEntry: false })?.size)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
