/** What a command loads decides how long it takes: engines are loaded only where they are needed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startProcess, temporaryFolder } from '../fixtures/server-process.ts';

const launcher = fileURLToPath(new URL('../../bin/baraza.mjs', import.meta.url));
const heavy = /\/(?:zod|jose|postgres)\/|\/(?:assemble|serve)\.ts$|contract\/src\/index\.ts$/;

/** Writes the address of every module that is loaded to standard error. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({
    load: (url, context, next) => {
      writeSync(2, 'loaded ' + url + '\\n');
      return next(url, context);
    },
  });
`)}`;

function loadedBy(words: readonly string[], folder: string): readonly string[] {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', recorder, launcher, ...words],
    { encoding: 'utf8', env: { ...process.env, BARAZA_DATA: folder, BARAZA_DEMO: '0' } },
  );
  assert.equal(status, 0, stderr);
  return stderr.split('\n').flatMap((line) => /^loaded (.*)$/.exec(line)?.[1] ?? []);
}

test('help is shown by one process that loads no engine and no schema', (t) => {
  const folder = temporaryFolder(t);
  for (const words of [['--help'], ['--version'], ['keys', 'create', '--help']]) {
    const loaded = loadedBy(words, folder);
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

test('a command that a running server executes loads no engine and no schema', async (t) => {
  const folder = temporaryFolder(t);
  await startProcess(t, folder);
  const loaded = loadedBy(['keys', 'list'], folder);
  assert.deepEqual(
    loaded.filter((url) => heavy.test(url)),
    [],
  );
});
