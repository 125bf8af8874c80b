import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeText } from './size.ts';

test('a size is written in a readable unit', () => {
  const cases = [0, 1_023, 1_024, 1_048_000, 1_048_576, 15_310_944, 5 * 2 ** 30, 3 * 2 ** 50];
  assert.deepEqual(cases.map(sizeText), [
    '0 bytes',
    '1023 bytes',
    '1.0 KB',
    '1023 KB',
    '1.0 MB',
    '14.6 MB',
    '5.0 GB',
    '3072 TB',
  ]);
});
