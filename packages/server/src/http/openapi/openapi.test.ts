import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createApiDocument } from './openapi.ts';

test('anyone may ask for the description of an API, so it is made once for each address', async () => {
  let [made, url] = [0, 'http://one.example'];
  const document = createApiDocument(
    () => {
      made += 1;
      return [];
    },
    {
      title: 'An API',
      version: 'v1',
      prefix: '/v1/',
      problem: z.strictObject({ error: z.string() }),
      problemStatuses: [400],
    },
    () => url,
  );
  assert.equal(made, 0, 'not at the start');
  const texts = await Promise.all(Array.from({ length: 5 }, document));
  assert.deepEqual([made, new Set(texts).size], [1, 1]);
  url = 'http://two.example';
  assert.deepEqual(JSON.parse(await document()).servers, [{ url }]);
  assert.equal(made, 2);
});
