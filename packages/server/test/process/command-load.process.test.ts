/** What a command or a start loads decides how long it takes: what only some need is loaded when it is used. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, startProcess, temporaryFolder } from '../fixtures/server-process.ts';

const launcher = fileURLToPath(new URL('../../bin/baraza.mjs', import.meta.url));
const heavy = /\/(?:zod|jose|postgres)\/|\/(?:assemble|serve)\.ts$|contract\/src\/index\.ts$/;

/** Writes the address of every module that is loaded to standard error, and in the end the parts of Node. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  const write = (line) => {
    let left = Buffer.from(line + '\\n');
    while (left.length > 0)
      try {
        left = left.subarray(writeSync(2, left));
      } catch (error) {
        // The pipe is full until its reader has time.
        if (error.code !== 'EAGAIN') throw error;
      }
  };
  registerHooks({
    load: (url, context, next) => {
      write('loaded ' + url);
      return next(url, context);
    },
  });
  process.once('exit', () => write('parts ' + process.moduleLoadList));
`)}`;

/** Sources that come from the cache are not seen by the recorder. */
const withoutCache = { NODE_DISABLE_COMPILE_CACHE: '1' };

function loadedBy(program: string, words: readonly string[], folder: string): readonly string[] {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', recorder, program, ...words],
    {
      encoding: 'utf8',
      env: { ...process.env, ...withoutCache, BARAZA_DATA: folder, BARAZA_DEMO: '0' },
    },
  );
  assert.equal(status, 0, stderr);
  return modulesIn(stderr);
}

function modulesIn(stderr: string): readonly string[] {
  return stderr.split('\n').flatMap((line) => /^loaded (.*)$/.exec(line)?.[1] ?? []);
}

test('help is shown by one process that loads no engine and no schema', (t) => {
  const folder = temporaryFolder(t);
  for (const words of [['--help'], ['--version'], ['keys', 'create', '--help']]) {
    const loaded = loadedBy(launcher, words, folder);
    assert.ok(
      loaded.some((url) => url.endsWith('/src/main.ts')),
      'in the same process',
    );
    assert.deepEqual(
      loaded.filter((url) => heavy.test(url)),
      [],
      words.join(' '),
    );
  }
});

test('an engine process loads no schema', (t) => {
  const program = fileURLToPath(new URL('../../src/engine/child.ts', import.meta.url));
  const loaded = loadedBy(program, [], temporaryFolder(t));
  assert.ok(loaded.some((url) => url.endsWith('/answers/answers.ts')));
  assert.deepEqual(
    loaded.filter((url) => heavy.test(url)),
    [],
  );
});

test('a command beside a server, a start and its health check load only what they use', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startProcess(t, folder);
  const ofCommand = loadedBy(launcher, ['keys', 'list'], folder);
  assert.ok(ofCommand.some((url) => url.endsWith('/src/main.ts')));
  assert.deepEqual(
    ofCommand.filter((url) => heavy.test(url)),
    [],
    'a command that a running server executes',
  );
  await first.end('SIGTERM');
  const server = await startProcess(t, folder, {
    ...withoutCache,
    NODE_OPTIONS: `--import=${recorder}`,
  });
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  const loaded = modulesIn(server.stderr());
  const packages = loaded.flatMap(
    (url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [],
  );
  assert.deepEqual([...new Set(packages)].sort(), ['better-sqlite3', 'lru-cache', 'zod']);
  const rare =
    /\/(?:first-start|generate|live\/live|migrations|spectrogram|sqlite-scan-thread)\.ts$/;
  assert.ok(loaded.some((url) => url.endsWith('/assemble.ts')));
  assert.deepEqual(
    loaded.filter((url) => rare.test(url)),
    [],
  );
  // No request has to wait for the router.
  await eventually(() => server.stderr().includes('/find-my-way/'));
  const { stderr } = await server.end('SIGTERM');
  assert.match(stderr, /^parts .*_http_server/m);
  assert.doesNotMatch(stderr, /^parts .*(?:undici|NativeModule tls)/m);
});
