import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedMutations } from './mutations.ts';
import { readTree } from './tree.ts';

test('every listed mutation changes a line that is in the code', () => {
  const tree = readTree();
  const mutations = listedMutations(Number.POSITIVE_INFINITY);
  assert.equal(mutations.length, 60);
  for (const { file, before, after } of mutations) {
    const lines = (tree.get(file) ?? '').split('\n').filter((line) => line.trim() === before);
    assert.equal(lines.length, 1, `${file}: ${before}`);
    assert.notEqual(before, after);
  }
});
