import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@baraza/contract';
import { objectBytesMax } from './multipart.ts';

test('the client reads at most as many bytes of a stream as the server accepts for an object', () => {
  assert.equal(objectBytesMax, limits.objectBytesMax);
});
