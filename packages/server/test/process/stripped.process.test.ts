/** Sources without types, which a start reads from one file of the compile cache. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../fixtures/server-process.ts';

const bin = new URL('../../bin/', import.meta.url);

test('a module comes from the file only while its source is unchanged', (t) => {
  const folder = temporaryFolder(t);
  const source = path.join(folder, 'note.ts');
  const sayFrom = (text: string) => writeFileSync(source, `console.log('${text}' as string);\n`);
  const run = (hook: string, program: string) => {
    const flags = [`--import=${new URL(hook, bin).href}`, '--input-type=module'];
    const env = { ...process.env, NODE_COMPILE_CACHE: folder };
    const result = spawnSync(process.execPath, [...flags, '-e', program], {
      encoding: 'utf8',
      env,
    });
    assert.equal(result.status, 0, result.stderr);
    return result.stdout.trim();
  };
  const url = JSON.stringify(pathToFileURL(source).href);
  const load = () => run('imports.mjs', `await import(${url})`);
  sayFrom('the first');
  const pack = path.join(folder, 'baraza-sources');
  const modules = JSON.stringify(new URL('stripped.mjs', bin).href);
  run('imports.mjs', `(await import(${modules})).writeStripped([${url}])`);
  // As if the source had said something else: what is loaded shows where it came from.
  const packed = readFileSync(pack, 'latin1');
  writeFileSync(pack, packed.replace('the first', 'the other'), 'latin1');
  assert.equal(load(), 'the other');
  sayFrom('a longer text');
  assert.equal(load(), 'a longer text');
  truncateSync(pack, 20);
  assert.equal(load(), 'a longer text');
});
