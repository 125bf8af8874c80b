import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { builtClient } from '../test/built-client.ts';
import { json, startServer, testKey } from '../test/scripted-server.ts';

const root = join(import.meta.dirname, '..');

test('the built client is plain JavaScript without dependencies', async (t) => {
  // Outside of the workspace, where a bare import would fail.
  const dist = builtClient();
  const { exports } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
  for (const file of Object.values<string>(exports['.'])) readFileSync(join(dist, file));
  const built = await import(pathToFileURL(join(dist, exports['.'].default)).href);
  const server = await startServer(t, json(200, { id: 'res_1', version: 3 }));
  const client = built.createPlatformClient({ baseUrl: server.baseUrl, key: testKey });
  assert.equal((await client.resources.get('res_1')).version, 3);
});

test('the client imports only types from other packages', () => {
  for (const file of globSync(join(root, 'src', '*.ts'))) {
    if (file.endsWith('.test.ts')) continue;
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) [^;]*? from '([^.][^']*)'/gm,
    );
    for (const [statement] of imports) assert.match(statement, /^(?:import|export) type /, file);
  }
});

test('the examples of the README are type-checked', () => {
  const checked = readFileSync(join(root, 'test', 'readme-examples.ts'), 'utf8');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  assert.ok(examples.length > 0);
  for (const example of examples) assert.ok(checked.includes(example), example);
});
