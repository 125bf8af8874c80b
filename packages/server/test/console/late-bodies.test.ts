import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOwnerCredential } from '../../src/access/keys.ts';
import { sql } from '../../src/store/store.ts';
import { newResource } from '../fixtures/server.ts';
import { type ConsoleServer, consoleOfSuite, ownPage } from './console-server.ts';
import { holdRequest } from './held-request.ts';

describe('bodies that arrive after their session has ended', () => {
  const server = consoleOfSuite();

  const collection = JSON.stringify({ service: 'data', kind: 'Collection', name: 'late' });
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const file =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nx\r\n--b--\r\n';
  const ndjson = { 'content-type': 'application/x-ndjson' };

  test('an operator who signed out changes nothing any more', async () => {
    const { url, console } = server;
    const owner = await server.siteServer.platformServer.newOwner();
    const { cookie, call } = await server.signIn({ link: await server.newLink(owner.id, true) });
    const { id } = await newResource(server.siteServer.platformServer, owner.key, 'data');
    const bucket = await newResource(server.siteServer.platformServer, owner.key, 'storage');
    const before = await countsOf(console);
    const hold = (path: string, body: string, headers = {}) =>
      holdRequest(`${url}/console${path}`, 'POST', { ...ownPage, cookie, ...headers }, body);
    const held = [
      await hold(`/operator/owners/${owner.id}/invite`, '{"operator":true}'),
      await hold('/operator/owners', '{"name":"ghost"}'),
      await hold('/operator/sites', `{"site":"ghost","owner":"${owner.id}"}`),
      await hold('/operator/nodes', '{"origin":"https://ghost.example"}'),
      await hold('/keys', '{"type":"owner","name":"ghost"}'),
      await hold('/platform/resources', collection),
      await hold(`/platform/resources/${id}/records`, '{"a":1}'),
      await hold(`/platform/resources/${id}/records`, '{"a":1}\n', ndjson),
      await hold(`/platform/storage/${bucket.id}?key=x`, file, multipart),
    ];
    assert.equal((await call('DELETE', '/console/session')).status, 200);
    for (const { finish } of held) {
      const { status, text } = await finish();
      assert.equal(status, 401, text);
    }
    assert.deepEqual(await countsOf(console), before);
  });

  test('an owner credential that was revoked changes no site and no resource', async () => {
    const { url, console } = server;
    const owner = await server.siteServer.newOwner();
    const site = await owner.newSite({ business: 'Before' });
    const temporary = await createOwnerCredential(console.keyring, owner.id);
    const { cookie } = await server.signIn({ credential: temporary.key });
    const session = { ...ownPage, cookie };
    const profile = '{"business":"After"}';
    const held = [
      await holdRequest(`${url}/console/sites/${site.id}/profile`, 'PUT', session, profile),
      await holdRequest(`${url}/console/platform/resources`, 'POST', session, collection),
      await holdRequest(
        `${server.siteServer.url}/v1/admin/sites/${site.id}/profile`,
        'PUT',
        { authorization: `Bearer ${temporary.key}` },
        profile,
      ),
    ];
    const before = await countsOf(console);
    await server.siteServer.platformServer.revoke(temporary.id);
    for (const { finish } of held) {
      const { status, text } = await finish();
      assert.equal(status, 401, text);
    }
    assert.deepEqual(await countsOf(console), before);
  });

  test('a member who is no longer an owner changes nothing that is for owners', async () => {
    const { url, console } = server;
    const owner = await server.siteServer.newOwner();
    const site = await owner.newSite({ business: 'Before' });
    const asha = await server.signIn({ credential: owner.credential });
    const invited = await asha.call('POST', '/console/members', { name: 'Juma', role: 'owner' });
    const juma = await server.signIn({ link: invited.json.url.split('/').at(-1) });
    const make = async (service: string, kind: string) =>
      (await asha.call('POST', '/console/platform/resources', { service, kind, name: kind })).json
        .id;
    const [id, bucket] = [await make('data', 'Collection'), await make('storage', 'Bucket')];
    const hold = (method: string, path: string, body: string, headers = {}) =>
      holdRequest(
        `${url}/console${path}`,
        method,
        { ...ownPage, cookie: juma.cookie, ...headers },
        body,
      );
    const whatsapp =
      '{"phone_number_id":"1","access_token":"a","app_secret":"b","verify_token":"c"}';
    const held = [
      await hold('POST', '/keys', '{"type":"owner","name":"ghost"}'),
      await hold('POST', '/members', '{"name":"ghost","role":"owner"}'),
      await hold('POST', '/platform/resources', collection),
      await hold('POST', `/platform/resources/${id}/records`, '{"a":1}\n', ndjson),
      await hold('POST', `/platform/storage/${bucket}?key=x`, file, multipart),
      await hold('PUT', `/sites/${site.id}/channels/whatsapp`, whatsapp),
      await hold('PATCH', `/sites/${site.id}/profile`, '{"business":"After"}'),
    ];
    const member = `/console/members/${juma.view.json.member.id}`;
    assert.equal((await asha.call('PATCH', member, { role: 'answerer' })).status, 200);
    const before = await countsOf(console);
    for (const { finish } of held) {
      const { status, text } = await finish();
      assert.equal(status, 403, text);
    }
    assert.deepEqual(await countsOf(console), before);
    assert.equal((await juma.call('GET', '/console/session')).json.role, 'answerer');
  });

  test('a body that was held while the session lived on is taken', async () => {
    const { url } = server;
    const owner = await server.siteServer.newOwner();
    const { cookie } = await server.signIn({ credential: owner.credential });
    const path = `${url}/console/platform/resources`;
    const { finish } = await holdRequest(path, 'POST', { ...ownPage, cookie }, collection);
    assert.equal((await finish()).status, 201);
  });
});

async function countsOf({ platform: { store } }: ConsoleServer['console']): Promise<unknown> {
  return store.get(sql`SELECT (SELECT count(*) FROM owners) AS owners,
    (SELECT count(*) FROM sites) AS sites, (SELECT count(*) FROM keys) AS keys,
    (SELECT count(*) FROM console_links) AS links, (SELECT count(*) FROM resources) AS resources,
    (SELECT count(*) FROM records) AS records,
    (SELECT count(*) FROM members) AS members, (SELECT count(*) FROM objects) AS objects,
    (SELECT sum(version) FROM sites) AS versions`);
}
