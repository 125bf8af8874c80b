import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { leadListSchema, leadReceiptSchema } from '@baraza/contract';
import { sql } from '../../src/store/store.ts';
import { ask, engines } from '../fixtures/server.ts';
import { askSite, openSiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

describe('leads', () => {
  const { server, owner } = siteServerOfSuite();
  let site: string;
  before(async () => {
    site = await owner.newSite(shop);
  });

  const leave = (body: object, to = site, headers = {}) =>
    ask(server, 'POST', `/v1/sites/${to}/leads`, { body, headers });
  const leads = async (from = site, query = '') =>
    (await owner.send('GET', `${from}/leads${query}`)).json.leads;

  test('a lead is acknowledged in the language of the visitor', async () => {
    const own = await owner.newSite(shop);
    const { done } = await askSite(server, own, 'Do you deliver?');
    const reply = await leave(
      {
        contact: ' +254 711 000 000 ',
        name: 'Asha',
        message: 'Nipigie simu',
        language: 'sw',
        question_id: done.id,
        conversation: 'c-9',
        page: 'https://shop.example/',
      },
      own,
    );
    assert.equal(reply.status, 201, reply.text);
    leadReceiptSchema.parse(reply.json);
    assert.match(reply.json.message, /^Asante/);
    const listed = await owner.send('GET', `${own}/leads`);
    leadListSchema.parse(listed.json);
    const [lead] = listed.json.leads;
    assert.equal(lead.id, reply.json.id);
    assert.equal(lead.contact, '+254 711 000 000');
    assert.deepEqual([lead.question_id, lead.status], [done.id, 'new']);
    assert.match((await leave({ contact: 'a@b.co' }, own)).json.message, /^Thank/);
    const swahili = await leave({ contact: 'b@b.co' }, own, { 'accept-language': 'sw-KE' });
    assert.match(swahili.json.message, /^Asante/);
  });

  test('invalid fields are 400, and a question of another site is dropped', async () => {
    for (const body of [
      { contact: '' },
      { contact: 5 },
      { contact: '0711 000 000', name: 'n'.repeat(101) },
    ])
      assert.equal((await leave(body)).status, 400, JSON.stringify(body).slice(0, 60));
    const other = await owner.newSite(shop);
    const { done } = await askSite(server, other, 'Do you deliver?');
    const { json } = await leave({ contact: '0711 000 000', question_id: done.id });
    assert.equal(
      (await leads()).find(({ id }: { id: string }) => id === json.id).question_id,
      null,
    );
  });

  test('a contact that nobody could answer is refused, and the refusal names the field', async () => {
    for (const contact of ['abc', 'ab', 'call me', '12345']) {
      const { status, json } = await leave({ contact });
      assert.deepEqual([status, json.code, json.field], [400, 'invalid', 'contact'], contact);
    }
  });

  test('the last unanswered question goes with a lead of its visitor, and of nobody else', async () => {
    const own = await owner.newSite(shop);
    const conversation = `c_${'q'.repeat(22)}`;
    const visitor = { 'x-visitor': 'v'.repeat(22) };
    const say = (question: string) => askSite(server, own, { question, conversation }, visitor);
    const { done: first } = await say('Do you deliver?');
    await say('Do you sell aeroplanes?');
    const { done: last } = await say('Do you repair submarines?');
    assert.deepEqual([first.answered, last.answered], [true, false]);
    await say('Do you deliver?');
    const attached = async (contact: string, more: object = {}, headers = {}) => {
      const { json } = await leave({ contact, conversation, ...more }, own, headers);
      return (await leads(own)).find(({ id }: { id: string }) => id === json.id).question_id;
    };
    assert.equal(await attached('1@example.com', {}, visitor), last.id);
    const secret = first.conversation_secret;
    assert.equal(await attached('2@example.com', {}, { 'x-conversation-secret': secret }), last.id);
    assert.equal(await attached('3@example.com', { conversation_secret: secret }), last.id);
    assert.equal(await attached('4@example.com', { question_id: first.id }, visitor), first.id);
    assert.equal(await attached('5@example.com'), null);
    assert.equal(await attached('6@example.com', {}, { 'x-visitor': 'w'.repeat(22) }), null);
  });

  test('a lead of somebody else does not put its contact into a conversation, nor in their data', async () => {
    const own = await owner.newSite(shop);
    const conversation = `c_${'s'.repeat(22)}`;
    const visitor = { 'x-visitor': 'v'.repeat(22) };
    const { done } = await askSite(
      server,
      own,
      { question: 'Do you deliver?', conversation },
      visitor,
    );
    const contactShown = async () =>
      (await owner.send('GET', `${own}/conversations/${conversation}`)).json.contact;
    const left = async (contact: string, more: object = {}, headers = {}) => {
      const { status } = await leave({ contact, conversation, ...more }, own, headers);
      const { json } = await owner.send('GET', `${own}/people?contact=${contact}`);
      return [status, json.leads.length, json.conversations.length];
    };
    assert.deepEqual(await left('thief@example.com'), [201, 1, 0]);
    assert.deepEqual(
      await left('t2@example.com', {}, { 'x-visitor': 'w'.repeat(22) }),
      [201, 1, 0],
    );
    assert.deepEqual(await left('t3@example.com', { conversation_secret: 'wrong' }), [201, 1, 0]);
    assert.equal(await contactShown(), null);
    const erased = await owner.send('DELETE', `${own}/people?contact=thief@example.com`);
    assert.deepEqual([erased.json.leads, erased.json.conversations], [1, 0]);
    assert.deepEqual(await left('asha@example.com', {}, visitor), [201, 1, 1]);
    const { conversation_secret } = done;
    assert.deepEqual(await left('asha2@example.com', { conversation_secret }), [201, 1, 1]);
    assert.equal(await contactShown(), 'asha2@example.com');
  });

  test('an invalid optional field never loses a lead', async () => {
    const own = await owner.newSite(shop);
    const extra = {
      language: 'fr',
      page: `https://shop.example/${'p'.repeat(5_000)}`,
      conversation: '🌍'.repeat(300),
      question_id: 7,
      website: '',
    };
    const reply = await leave({ contact: 'asha@example.com', ...extra }, own);
    assert.equal(reply.status, 201, reply.text);
    const [lead] = await leads(own);
    assert.equal(lead.page, extra.page.slice(0, 2_000));
    assert.equal(lead.conversation, '🌍'.repeat(200));
    assert.deepEqual([lead.language, lead.question_id], [null, null]);
    const blank = { language: {}, page: ' ', conversation: [], question_id: ' ' };
    assert.equal((await leave({ contact: 'juma@example.com', ...blank }, own)).status, 201);
    const asked = await askSite(server, own, {
      question: 'Do you deliver?',
      page: 5,
      conversation: 'c'.repeat(300),
      request_id: {},
    });
    assert.equal(asked.done.answered, true);
    const [kept] = (await owner.send('GET', `${own}/questions`)).json.questions;
    assert.deepEqual([kept.page, kept.conversation], [null, 'c'.repeat(200)]);
    for (const wrong of [{ request_id: 'r'.repeat(201) }, { language: 'fr' }])
      assert.equal((await askSite(server, own, { question: 'x', ...wrong })).response.status, 400);
  });

  test('a suspect lead that is sent again without the trap field becomes a new lead', async () => {
    const own = await owner.newSite({ ...shop, notify: { email: 'asha@example.com' } });
    const body = { contact: '@asha', message: 'Nipigie' };
    const first = await leave({ ...body, website: 'x' }, own);
    const second = await leave(body, own);
    assert.deepEqual([second.status, second.json.id], [200, first.json.id]);
    assert.equal((await leave({ ...body, website: 'x' }, own)).json.id, first.json.id);
    assert.equal((await leads(own))[0].status, 'new');
    const { json } = await owner.send('GET', own);
    assert.equal(json.usage.leads, 1);
    const notices = await server.installation.store.all(
      sql`SELECT id FROM outbox WHERE receiver = ${`${own} `}`,
    );
    assert.equal(notices.length, 1);
  });

  test('pages and the CSV file have every lead once', async () => {
    const own = await owner.newSite(shop);
    const ids = [];
    for (const contact of [
      '=cmd|calc@x.example',
      '+254700',
      '-123456',
      '@home',
      'plain, one@x.example',
    ])
      ids.push((await leave({ contact, message: `\t=${contact}` }, own)).json.id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await owner.send('GET', `${own}/leads?limit=2${cursor}`);
      seen.push(...json.leads.map(({ id }: { id: string }) => id));
      cursor = json.next === null ? '' : `&cursor=${json.next}`;
    } while (cursor !== '');
    assert.deepEqual(seen, ids.toReversed());
    const { text } = await owner.send('GET', `${own}/leads?format=csv`);
    for (const id of ids) assert.ok(text.includes(id));
  });
});

for (const engine of engines)
  test(`concurrent leads with the same contact and message are one lead for ten minutes, on ${engine}`, async (t) => {
    const server = await openSiteServer(engine);
    t.after(server.close);
    const owner = await server.newOwner();
    const own = await owner.newSite(shop);
    const leave = (body: object) => ask(server, 'POST', `/v1/sites/${own}/leads`, { body });
    const body = { contact: 'juma@example.com', message: 'Nahitaji bei' };
    // Several rounds: in the first, the connections are not open yet.
    for (const message of ['one', 'two', 'three', body.message]) {
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => leave({ ...body, message })),
      );
      assert.equal(new Set(replies.map(({ json }) => json.id)).size, 1);
      assert.equal(replies.filter(({ status }) => status === 201).length, 1);
      assert.equal(replies.filter(({ status }) => status === 200).length, 29);
    }
    assert.equal((await leave({ ...body, message: 'other' })).status, 201);
    server.clock.advance(10 * 60_000 + 1);
    assert.equal((await leave(body)).status, 201);
    assert.equal((await owner.send('GET', `${own}/leads`)).json.leads.length, 6);
  });
