import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@baraza/contract';
import { usualTimes } from '../../blobs/s3-calls.ts';
import type { Platform } from '../platform.ts';
import { objectRoutes } from './objects.routes.ts';

test('an upload waits for its answer for as long as an S3 server may take, and is not cut off before', () => {
  const route = objectRoutes({} as Platform).find(
    ({ method, path }) => method === 'POST' && path === '/api/platform/storage/:id',
  );
  const { putMs, answerMs } = usualTimes;
  const parts = Math.ceil(limits.objectBytesMax / (8 * 1024 * 1024));
  // A place, the opening of an upload, its parts and its completion, and the look at its length.
  const longestMs = putMs + answerMs + parts * putMs + putMs + answerMs;
  assert.ok((route?.answerMs ?? 0) >= longestMs, `${route?.answerMs} < ${longestMs}`);
});
