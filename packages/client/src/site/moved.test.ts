import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSiteClient } from '../index.ts';

/** Two servers; the first has moved the site to the second. */
async function open(t: TestContext) {
  const calls: string[] = [];
  const start = async (name: string, answer: (path: string) => [number, object]) => {
    const server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      calls.push(`${name} ${path} ${request.headers['x-site-key'] ?? 'no key'}`);
      const [status, body] = answer(path);
      const headers = status === 308 ? { location: `${there}${request.url}` } : {};
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  let there = '';
  there = await start('new', () => [200, { name: 'of the new server' }]);
  const here = await start('old', (path) =>
    path.endsWith('/operator')
      ? [200, { base: there, same_key: true }]
      : [308, { error: 'moved', code: 'moved', location: there }],
  );
  return { here, there, calls };
}

for (const option of ['baseUrl', 'operator'] as const)
  test(`a call to a server that the site has left is repeated at the new one, with ${option}`, async (t) => {
    const { here, calls } = await open(t);
    const site = createSiteClient({ [option]: here, site: 'duka', siteKey: 'pk_1', retries: 0 });
    assert.equal((await site.config()).name, 'of the new server');
    calls.length = 0;
    assert.equal((await site.config()).name, 'of the new server');
    // The client remembers the new server and uses the same site key there.
    assert.deepEqual(calls, ['new /v1/sites/duka/config pk_1']);
  });

test('any other redirect, which names no new server, is an error', async (t) => {
  const { here, calls } = await open(t);
  const fetchHere = (url: string, init: RequestInit) =>
    url.includes('/operator')
      ? Promise.resolve(Response.json({ base: here }))
      : globalThis.fetch(url, init);
  const site = createSiteClient({ baseUrl: here, site: 'duka', retries: 0, fetch: fetchHere });
  await assert.rejects(site.config(), { status: 308 });
  assert.deepEqual(calls, ['old /v1/sites/duka/config no key']);
});
