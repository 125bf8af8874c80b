/** Runs the examples in the documents, unchanged, against a new server. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type ServerProcess,
  scopeOfSuite,
  startProcess,
  temporaryFolder,
} from '../packages/server/test/fixtures/server-process.ts';
import { blocksOf } from './document-blocks.ts';

const root = new URL('../', import.meta.url);
const run = promisify(execFile);
const binaries = fileURLToPath(new URL('node_modules/.bin', root));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the examples in the documents', () => {
  const t = scopeOfSuite();
  let folder: string;
  let server: ServerProcess;
  before(async () => {
    folder = temporaryFolder(t);
    server = await startProcess(t, path.join(folder, 'data'), { BARAZA_DEMO: '1' });
    t.after(() => server.end('SIGTERM'));
  });

  /** All examples of a document together are one program. */
  const program = async (document: string) => {
    const code = blocksOf(document, 'ts').join('\n');
    const client = new URL('packages/client/src/index.ts', root).href;
    const file = path.join(folder, 'example.ts');
    writeFileSync(file, code.replace("'@baraza/client'", `'${client}'`));
    return (await run(process.execPath, [file], { cwd: folder })).stdout;
  };

  const shell = async (lines: string) => {
    const script = `set -e\nnpx() { "$@"; }\n${lines}`
      .replaceAll('http://127.0.0.1:4200', server.site.url)
      .replaceAll('http://127.0.0.1:4100', server.url);
    const paths = `${binaries}${path.delimiter}${process.env.PATH}`;
    const env = { ...process.env, PATH: paths, BARAZA_SPEECH: '0' };
    return (await run('bash', ['-c', script], { cwd: folder, env })).stdout;
  };

  test('the TypeScript example in README.md asks the demo site and stores a record', async () => {
    const output = await program('README.md');
    assert.match(output, /Yes\. Orders of KES 1,000/);
    assert.match(output, /item: 'unga', count: 2/);
  });

  test('every example in the README of the client runs and prints its result', async () => {
    const output = await program('packages/client/README.md');
    for (const result of [
      /^\{ item: 'unga', total: 120 \}$/m,
      /record: \{ item: 'unga', total: 130 \}/,
      /^1$\n^1$/m,
      /text\/plain; charset=utf-8 52 We deliver/,
      /\/links\/\S+ 20\d\d-/,
      /^We deliver in Nairobi on the same day, for KES 200\. \[$/m,
      /record-added Orders/,
      /^true \[$/m,
      /^Yes\. Orders of KES 1,000/m,
      /^Habari! Karibu/m,
      /^1000 [1-9]\d{2,} ms of speech$/m,
      /^Mnauza maua\?$\n^Ndiyo, tunauza maua kila Ijumaa\.$/m,
      /^archived$/m,
    ])
      assert.match(output, result);
    assert.doesNotMatch(output, /don't have that|undefined would|Not whole/);
  });

  test('the curl calls in README.md succeed', {
    skip: !hasCurl && 'curl is not installed',
  }, async () => {
    const [demo = '', own = '', platform = ''] = blocksOf('README.md', 'sh').filter((block) =>
      block.includes('curl'),
    );
    assert.match(await shell(demo), /"answered":true,"language":"sw"/);
    const asked = await shell(own);
    assert.match(asked, /data-site=\\"duka\\"/);
    assert.match(asked, /"answered":true.*"title":"Do you deliver\?"/);
    assert.match(await shell(platform), /"records":\[\{.*"item":"unga"/);
  });

  test('the commands in README.md work in order', async () => {
    const [commands = ''] = blocksOf('README.md', 'sh').filter((block) =>
      block.startsWith('npx baraza --help'),
    );
    // `conformance` takes minutes and has its own tests.
    const quick = commands.replace(/^npx baraza conformance .*\n/m, '');
    const output = await shell(quick);
    assert.match(output, /rpk_/);
    assert.match(output, /site {2}duka-la-asha/);
    assert.match(output, /ok {7}database/);
  });

  test('a node is authorised on one machine as nodes.md describes', async () => {
    const [, , onOneMachine = ''] = blocksOf('docs/operating/nodes.md', 'sh');
    const output = await shell(onOneMachine.replace('npx baraza serve', 'npx baraza doctor'));
    assert.match(output, /ok {7}settings .*BARAZA_GRANT_FILE/);
    assert.match(readFileSync(path.join(folder, 'grant.json'), 'utf8'), /"grant": ?"ey/);
  });
});
