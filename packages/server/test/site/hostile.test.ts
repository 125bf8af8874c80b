/** Hostile bodies, headers and addresses, sent to every route. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { siteProblemSchema } from '@baraza/contract';
import { ask } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const wrongBodies: readonly (readonly [string, string | Uint8Array])[] = [
  ['9,000 levels of objects', nested(9_000)],
  ['9,000 levels of lists', '['.repeat(9_000) + ']'.repeat(9_000)],
  [
    'a lone surrogate',
    '{"question":"\\ud800","contact":"\\ud800","name":"\\ud800","text":"\\ud800"}',
  ],
  ['a NUL', '{"question":"a\\u0000","contact":"abc\\u0000","name":"a\\u0000","text":"\\u0000"}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a number that no double holds', '{"question":"x","n":1e999}'],
  ['half of an object', '{"question":'],
  ['two objects', '{}{}'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['nothing', ''],
];

describe('hostile requests to the site assistant', () => {
  const { server } = siteServerOfSuite('sqlite');
  let site: TestSite;
  before(async () => {
    site = await server.newSite({ name: 'unharmed' });
  });

  const targetOf = (path: string) =>
    path
      .replace(':site', site.id)
      .replace(':list', 'facts')
      .replace(':id', 'q_01jd7m8v3qf2x9a4t6c5b0n8we');

  // Without a voice, speak refuses before it reads the body; calls of channels are not parsed before they are verified.
  const bodied = () =>
    server.routes.filter(
      ({ body, path }) =>
        body !== undefined && !path.endsWith('/speak') && !path.startsWith('/v1/channels/'),
    );

  test('an impossible body is 400 on every route, and changes nothing', async () => {
    for (const { method, path, policy } of bodied())
      for (const [name, body] of wrongBodies) {
        const reply = await ask(server, method, targetOf(path), {
          key: policy.credential === 'owner' ? site.owner.credential : undefined,
          body,
          headers: { 'content-type': 'application/json' },
        });
        assert.equal(reply.status, 400, `${method} ${path}, ${name}: ${reply.text}`);
        assert.deepEqual(siteProblemSchema.parse(reply.json), reply.json);
      }
    const { json } = await site.asOwner('GET', '');
    assert.deepEqual([json.profile.name, json.version], ['unharmed', 1]);
  });

  test('a declared size above the limit is 413 before the body is read', async () => {
    for (const { method, path, policy } of bodied()) {
      if (policy.bodyBytesMax > 1024 * 1024) continue;
      const body = JSON.stringify({ question: 'x'.repeat(policy.bodyBytesMax) });
      const reply = await ask(server, method, targetOf(path), {
        key: policy.credential === 'owner' ? site.owner.credential : undefined,
        body,
        headers: { 'content-type': 'application/json' },
      });
      assert.deepEqual([reply.status, reply.json.code], [413, 'too_large'], `${method} ${path}`);
    }
  });

  test('no header causes a server error', async () => {
    for (const headers of [
      { origin: 'x'.repeat(8_000) },
      { origin: 'https://a.example, https://b.example' },
      { origin: '\u00ff\u00fe' },
      { 'accept-language': `${'x;q=1,'.repeat(2_000)}sw` },
      { 'x-site-key': 'x'.repeat(8_000) },
      { 'x-visitor': '\u00ff'.repeat(100) },
      { authorization: `Bearer pk_${'x'.repeat(8_000)}` },
      { referer: 'not an address', 'sec-fetch-site': 'same-origin' },
      { 'if-none-match': '"'.repeat(4_000) },
    ] as { readonly [name: string]: string }[]) {
      const reply = await ask(server, 'GET', `${site.public}/config`, { headers });
      assert.ok(reply.status < 500, `${JSON.stringify(headers).slice(0, 60)}: ${reply.status}`);
    }
  });

  test('a malformed address is refused with JSON', async () => {
    for (const target of [
      '/v1/sites/%00/config',
      '/v1/sites/%ff/config',
      '/v1/sites/../../etc/config',
      `/v1/sites/${'x'.repeat(7_000)}/config`,
      `${site.public}/config?key=%ff`,
      `${site.public}/config?key=%00`,
      ...['limit=-1', 'limit=1001', 'cursor=nonsense', 'since=soon', 'format=xml'].map(
        (query) => `/v1/admin/sites/${site.id}/questions?${query}`,
      ),
      `/v1/admin/sites/${site.id}/leads?since=never`,
    ]) {
      const reply = await ask(server, 'GET', target, { key: site.owner.credential });
      assert.ok(
        reply.status >= 400 && reply.status < 500,
        `${target.slice(0, 60)}: ${reply.status}`,
      );
      assert.deepEqual(siteProblemSchema.parse(reply.json), reply.json);
    }
  });

  test('every public route that writes has a rate limit', () => {
    for (const { method, path, policy, limit } of server.routes)
      if (policy.credential === 'site' && method !== 'GET') assert.ok(limit, path);
  });
});
