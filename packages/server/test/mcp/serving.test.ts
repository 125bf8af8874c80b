import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startHere } from '../fixtures/server-here.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { ask } from '../sockets/requests.ts';
import { message, namesOf, send, use } from './messages.ts';

test('a server as it is started serves both endpoints', async (t) => {
  const folder = temporaryFolder(t);
  const pages = 'https://agent.example';
  const server = await startHere(t, folder, { BARAZA_DEMO: '1', BARAZA_PLATFORM_ORIGINS: pages });
  const bootstrap = readFileSync(path.join(folder, 'bootstrap.json'), 'utf8');
  const [key] = /rpk_\w+/.exec(bootstrap) ?? [];
  const [credential] = /osk_\w+/.exec(bootstrap) ?? [];
  const platform = { url: server.url, path: '/mcp', key };
  const site = { url: server.site.url, path: '/v1/sites/demo/mcp' };

  assert.equal((await use(platform, 'get_status')).data.status, 'ok');
  assert.deepEqual(await namesOf(site), ['ask']);
  assert.ok((await namesOf({ ...site, key: credential })).includes('list_leads'));

  // A listed page may call; it may send what the protocol needs, and read the answer.
  const preflight = await ask(server, 'OPTIONS', '/mcp', {
    headers: { origin: pages, 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /mcp-protocol-version/);
  const called = await send({ ...platform, headers: { origin: pages } }, message('ping'));
  assert.equal(called.status, 200);
  assert.equal(called.headers.get('access-control-allow-origin'), pages);
  const own = await send({ ...platform, headers: { origin: server.url } }, message('ping'));
  assert.equal(own.status, 200);
  const foreign = await ask(server, 'OPTIONS', '/mcp', {
    headers: { origin: 'https://x.example' },
  });
  assert.equal(foreign.status, 403);
});

test('the library and the tools are loaded with the first message, not with the server', () => {
  const room = new URL('../../src/mcp/', import.meta.url);
  const late = ['protocol', 'platform-tools', 'site-tools'];
  for (const file of readdirSync(room)) {
    const text = readFileSync(new URL(file, room), 'utf8');
    const isLate = late.some((name) => file === `${name}.ts`);
    if (isLate) continue;
    for (const [statement, from] of text.matchAll(/^import (?!type ).*?from '([^']+)';/gms))
      assert.ok(
        !/@modelcontextprotocol/.test(from ?? '') && !late.some((name) => from === `./${name}.ts`),
        `${file}: ${statement}`,
      );
  }
});
