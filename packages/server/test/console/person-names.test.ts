/** The name that visitors see of a person who answers in the console. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionViewSchema } from '@baraza/contract';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { defaultEngine } from '../fixtures/server.ts';
import { askSite, shop } from '../fixtures/visit-server.ts';
import { consoleOfSuite } from './console-server.ts';

describe('visitors see', () => {
  const server = consoleOfSuite(defaultEngine);

  test('the first name of a member, and the business until the member has entered a name', async () => {
    const owner = await server.siteServer.newOwner();
    const { id: site } = await owner.newSite(shop);
    const id = `c_${'n'.repeat(22)}`;
    await askSite(server.siteServer, site, { question: 'Do you deliver?', conversation: id });
    const link = await server.newLink(owner.id);
    const byLink = await server.signIn({ link });
    const byCredential = await server.signIn({ credential: owner.credential });
    const here = `/console/sites/${site}/conversations/${id}`;
    const memberOf = async () =>
      sessionViewSchema.parse((await byLink.call('GET', '/console/session')).json).member;
    const before = await memberOf();
    assert.equal(before?.firstName, null);
    await byLink.call('POST', `${here}/take`);
    await byCredential.call('POST', `${here}/messages`, { text: 'Karibu' });
    const change = { name: ' Wanjiku wa Njeri ' };
    await byLink.call('PATCH', `/console/members/${before?.id}`, change);
    assert.equal((await memberOf())?.firstName, 'Wanjiku');
    await byLink.call('POST', `${here}/messages`, { text: 'Mimi ni Wanjiku' });
    await byCredential.call('POST', `${here}/messages`, { text: 'Naam', name: 'local' });
    await byCredential.call('POST', `${here}/release`);
    const { json } = await byLink.call('GET', here);
    const business = shop.business;
    assert.deepEqual(fieldsOf(json.messages, 'name').slice(2, 5), [business, 'Wanjiku', 'Wanjiku']);
    assert.deepEqual(fieldsOf(json.changes, 'by'), [business, 'Wanjiku', 'Wanjiku']);
  });

  test('no name that nobody sees, or that turns the text after it around', async () => {
    const owner = await server.siteServer.newOwner();
    const { id: site } = await owner.newSite(shop);
    const id = `c_${'m'.repeat(22)}`;
    await askSite(server.siteServer, site, { question: 'Do you deliver?', conversation: id });
    const asha = await server.signIn({ link: await server.newLink(owner.id) });
    const here = `/console/sites/${site}/conversations/${id}`;
    const own = `/console/members/${asha.view.json.member.id}`;
    for (const name of ['\u200b', '\u200c Asha', 'Asha\u202eamuJ', 'Asha\nJuma'])
      for (const [method, path, body] of [
        ['PATCH', own, { name }],
        ['POST', '/console/members', { name, role: 'editor' }],
        ['POST', `${here}/messages`, { name, text: 'Karibu' }],
        ['POST', `${here}/take?name=${encodeURIComponent(name)}`],
      ] as const) {
        const { status, json } = await asha.call(method, path, body);
        assert.deepEqual([status, json.code, json.field], [400, 'invalid', 'name'], path);
      }
  });
});
