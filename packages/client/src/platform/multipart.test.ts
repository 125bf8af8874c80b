import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@baraza/contract';
import { objectBytesMax } from './multipart.ts';

test('the client reads no more of a stream than the server takes as one object', () => {
  assert.equal(objectBytesMax, limits.objectBytesMax);
});
