import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from './users-calls.ts';

describe('pages with routes that need a key', () => {
  const suite = serverOfSuite();

  test('a page of any origin reads that a route needs a key, and cannot use a key there', async () => {
    const { server, owner } = suite;
    const id = await newCollection(suite, {});
    const { token: a } = await signUp(suite, await newUsers(suite), 'a@example.com');
    const target = `${resources}/${id}`;
    const origin = 'https://app.example';
    const page = { origin, 'sec-fetch-site': 'cross-site' };
    const asked = { 'access-control-request-method': 'PATCH' };
    const headers = { ...page, ...asked };
    const allowed = 'access-control-allow-origin';
    const preflight = await ask(server, 'OPTIONS', target, { headers });
    assert.deepEqual([preflight.status, preflight.headers.get(allowed)], [204, '*']);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    // A browser that does not distinguish pages of other origins gets no further than before.
    const old = await ask(server, 'OPTIONS', target, { headers: { origin, ...asked } });
    assert.deepEqual([old.status, old.headers.get(allowed)], [404, null]);
    const body = { action: 'rename', name: 'Taken' };
    for (const [key, sentence] of [
      [a, /users cannot call it/],
      [owner.key, /BARAZA_PLATFORM_ORIGINS/],
    ] as const) {
      const refused = await ask(server, 'PATCH', target, { key, body, headers: page });
      assert.deepEqual([refused.status, refused.headers.get(allowed)], [403, '*']);
      assert.match(refused.json.error, sentence);
    }
    const own = { origin, 'sec-fetch-site': 'same-origin' };
    for (const free of [{ origin }, own]) {
      const done = await ask(server, 'PATCH', target, { key: owner.key, body, headers: free });
      assert.deepEqual([done.status, done.headers.get(allowed)], [200, null]);
    }
  });
});
