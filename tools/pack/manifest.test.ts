import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { root } from '../tree.ts';
import { writeManifest } from './manifest.ts';

const simple = { name: 'baraza', version: '1.0.0', directory: 'packages/server' };

test('a published manifest says where the project is, and can be published with provenance', (t) => {
  const manifest = written(t, { dependencies: { zod: '4.0.0' } });
  const { repository, bugs, homepage, engines, publishConfig } = manifest;
  assert.equal(repository.directory, 'packages/server');
  assert.ok(bugs.startsWith(homepage.replace('#readme', '')));
  assert.ok(repository.url.includes(homepage.replace('#readme', '')));
  assert.deepEqual(engines, { node: '>=20' });
  assert.deepEqual(publishConfig, { access: 'public', provenance: true });
  assert.equal(manifest.directory, undefined);
});

test('a package that could not be installed elsewhere, or would run something then, is not made', (t) => {
  for (const [field, sentence] of [
    [{ dependencies: { a: 'workspace:*' } }, /not in the registry/],
    [{ optionalDependencies: { a: 'file:../a' } }, /not in the registry/],
    [{ scripts: { postinstall: 'node x' } }, /would run while it is installed/],
    [{ private: true }, /private/],
  ] as const)
    assert.throws(() => written(t, field), sentence);
});

function written(t: TestContext, fields: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-manifest-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeManifest(root, folder, { ...simple, ...fields });
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly [field: string]: unknown;
    readonly repository: { readonly url: string; readonly directory: string };
    readonly bugs: string;
    readonly homepage: string;
  };
}
