import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertVersion, isAmong } from '../kernel/version-tags.ts';
import { isNotModified, readTags } from './preconditions.ts';

describe('conditions on a version', () => {
  test('a tag matches as it is, weak, bare, in a list or as any', () => {
    for (const header of ['"7"', 'W/"7"', '7', '*', '"6", "7"', ' W/"6" ,W/"7" ', '"6",*'])
      assert.ok(isAmong(readTags(header) ?? [], '"7"'), header);
    for (const header of ['', '"77"', '"6"', '"', 'W/', '"7', '"6", "8"', '**'])
      assert.equal(isAmong(readTags(header) ?? [], '"7"'), false, header);
  });

  test('without a condition every version matches, and no answer is 304', () => {
    assert.doesNotThrow(() => assertVersion(readTags(undefined), '"7"'));
    assert.equal(isNotModified(undefined, '"7"'), false);
  });

  test('a condition that does not hold reports the current version', () => {
    assert.throws(() => assertVersion(readTags('"6"'), '"7"'), { code: 'version', message: /"7"/ });
  });
});
