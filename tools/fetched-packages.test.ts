import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fetchedFile, fetchedPackages } from './fetched-packages.ts';

test('the list of fetched packages is the one of the lockfile', () => {
  assert.deepEqual(
    JSON.parse(readFileSync(fetchedFile, 'utf8')),
    fetchedPackages(),
    'run `node tools/fetched-packages.ts`',
  );
});

test('fetched packages have a digest each, and bring no second runtime for models', () => {
  const { node, speech } = fetchedPackages();
  for (const { packages } of [node, speech])
    for (const { integrity } of Object.values(packages)) assert.match(integrity, /^sha512-.{88}$/);
  assert.equal(Object.keys(node.packages).length, 5);
  assert.ok(Object.keys(speech.packages).length > 30);
  const heavy = Object.keys(speech.packages).filter((name) => /onnxruntime|sharp|cuda/.test(name));
  assert.deepEqual(heavy, []);
});
