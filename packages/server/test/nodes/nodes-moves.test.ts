import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { siteBaseSchema } from '@baraza/contract';
import { siteOperations } from '../../src/site/sites/site-operations.ts';
import { relocateSite } from '../../src/site/sites/sites.ts';
import { ask } from '../fixtures/server.ts';
import { siteServerOfSuite } from '../fixtures/site-server.ts';

describe('where a site lives', () => {
  const { server } = siteServerOfSuite();

  const baseOf = async ({ public: path }: { public: string }) => {
    const reply = await ask(server, 'GET', `${path}/operator`);
    assert.deepEqual(siteBaseSchema.strict().parse(reply.json), reply.json);
    return reply.json.base;
  };

  test('is here until its owner says where it moved, and here again when it came back', async () => {
    const site = await server.newSite();
    assert.equal(await baseOf(site), server.url);
    const moved = await site.asOwner('POST', '/move', { base: 'https://Node.example:443/' });
    assert.deepEqual([moved.status, moved.json], [200, { base: 'https://node.example' }]);
    assert.equal(await baseOf(site), 'https://node.example');
    await site.asOwner('POST', '/move', { base: 'http://127.0.0.1:9' });
    assert.equal(await baseOf(site), 'http://127.0.0.1:9');
    await site.asOwner('POST', '/move', { base: null });
    assert.equal(await baseOf(site), server.url);
  });

  test('is never an address that others can listen to, nor one that is no origin', async () => {
    const site = await server.newSite();
    for (const base of [
      'http://node.example',
      'http://127.0.0.1.example',
      'https://node.example/path',
      'https://a:b@node.example',
      'javascript:alert(1)',
      '//node.example',
      '',
      7,
      undefined,
    ]) {
      const reply = await site.asOwner('POST', '/move', { base });
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], String(base));
    }
    assert.equal(await baseOf(site), server.url);
  });

  test('is never a machine of the visitors, where this server is not on it', async () => {
    const site = await server.newSite();
    const away = { ...server.assistant, publicUrl: () => 'https://operator.example' };
    const move = (base: string) => relocateSite(away, undefined, site.id, base);
    await assert.rejects(move('http://127.0.0.1:9'), { code: 'invalid' });
    assert.deepEqual(await move('https://node.example'), { base: 'https://node.example' });
  });

  test('is deleted with the site, and not kept for a later site of that name', async () => {
    const site = await server.newSite();
    await site.asOwner('POST', '/move', { base: 'https://node.example' });
    await site.asOwner('DELETE', '');
    assert.equal((await ask(server, 'GET', `${site.public}/operator`)).json.code, 'site');
    const next = await (await server.newOwner()).newSite({}, site.id);
    assert.equal(await baseOf(next), server.url);
  });

  test('can be set by the operator of the server', async () => {
    const site = await server.newSite();
    const { installation } = server.platformServer;
    const desk = {
      ...installation.keyring,
      plans: installation.plans,
      planOfNew: 'local',
      assistant: async () => server.assistant,
      siteUrl: () => server.url,
    };
    const move = siteOperations['sites relocate'];
    const base = 'https://node.example';
    assert.deepEqual(await move(desk, { id: site.id, base }), { id: site.id, base });
    assert.equal(await baseOf(site), base);
    assert.equal((await move(desk, { id: site.id, base: null })).base, server.url);
    await assert.rejects(move(desk, { id: 'absent-site', base }), { code: 'site' });
    await assert.rejects(move(desk, { id: site.id, base: 'http://x.example' }), {
      code: 'invalid',
    });
  });
});
