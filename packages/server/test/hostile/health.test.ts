import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, openServer, serverOfSuite } from '../fixtures/server.ts';
import { exchange } from '../sockets/raw-socket.ts';

describe('for those who watch over the server', () => {
  const { server } = serverOfSuite('sqlite');
  const { server: open } = serverOfSuite('sqlite', { environment: { BARAZA_METRICS: 'open' } });

  test('/readyz is 503 with Retry-After while the store cannot be reached, /healthz stays 200', async () => {
    const lost = await openServer('sqlite');
    await lost.installation.store.close();
    const reply = await ask(lost, 'GET', '/readyz');
    assert.equal(reply.status, 503);
    assert.ok(Number(reply.headers.get('retry-after')) > 0);
    assert.equal((await ask(lost, 'GET', '/healthz')).status, 200);
    await lost.close();
  });

  test('/metrics counts requests by route and status, and names no id, key or owner', async () => {
    const owner = await server.newOwner();
    const target = '/api/platform/resources/res_00000000000000000000000001';
    for (let index = 0; index < 3; index += 1) await owner.send('GET', target);
    const { status, text, headers } = await ask(server, 'GET', '/metrics');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const labels = 'method="GET",route="/api/platform/resources/:id",status="404"';
    assert.match(text, new RegExp(`^baraza_http_request_seconds_count{${labels}} 3$`, 'm'));
    assert.match(
      text,
      new RegExp(`^baraza_http_request_seconds_bucket{${labels},le="\\+Inf"} 3$`, 'm'),
    );
    assert.match(text, /^process_resident_memory_bytes \d+$/m);
    for (const secret of [owner.key, owner.id, 'res_0000']) assert.ok(!text.includes(secret));
    for (const line of text.trim().split('\n'))
      assert.match(line, /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]+\})? [\d.e+-]+)$/);
  });

  test('a proxy on this machine does not open /metrics to everybody; the setting does', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    assert.equal((await ask(server, 'GET', '/metrics', { headers })).status, 404);
    assert.equal((await ask(open, 'GET', '/metrics', { headers })).status, 200);
  });

  const watched = ['/healthz', '/readyz', '/metrics'];

  test('a page that points its own name at this machine reads neither health nor metrics', async () => {
    for (const path of watched)
      for (const host of ['evil.example', 'evil.example:4100', 'platform.test.evil.example']) {
        const { replies } = await exchange(server.port, [get(path, host)]);
        assert.deepEqual([path, host, replies[0]?.status], [path, host, 404]);
      }
  });

  test('under an address, a name inside and its own names the server is watched as ever', async () => {
    const names = [
      '127.0.0.1:1',
      '[::1]:1',
      'localhost',
      'LOCALHOST.',
      'baraza:4100',
      'a.internal',
    ];
    for (const path of watched)
      for (const host of [...names, 'platform.test']) {
        const { replies } = await exchange(server.port, [get(path, host)]);
        assert.deepEqual([path, host, replies[0]?.status], [path, host, 200]);
      }
    const { replies } = await exchange(open.port, [get('/metrics', 'evil.example')]);
    assert.equal(replies[0]?.status, 200);
  });
});

function get(path: string, host: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
}
