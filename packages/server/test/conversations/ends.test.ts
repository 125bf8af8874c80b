import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { personExportSchema } from '@baraza/contract';
import { forgetOldVisits } from '../../src/site/sites/retention.ts';
import { sql } from '../../src/store/store.ts';
import { openTalk } from '../fixtures/event-stream.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { askSite, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

const newId = () => `c_${randomBytes(16).toString('base64url')}`;
const hourMs = 3_600_000;

describe('the end of conversations', () => {
  const { server, owner } = siteServerOfSuite();
  let site: string;
  before(async () => {
    site = await owner.newSite({ ...shop, people: true });
  });

  const say = (conversation: string, question: string) =>
    askSite(server, site, { question, conversation });
  const act = (id: string, what: string, body?: object) =>
    owner.send('POST', `${site}/conversations/${id}/${what}`, body);
  const follow = (id: string, secret: string) =>
    openTalk(
      `${server.url}/v1/sites/${site}/conversations/${id}/events?conversation_secret=${secret}`,
    );

  test('deleting a conversation deletes its questions too, and ends its stream', async () => {
    const id = newId();
    const secret = (await say(id, 'Do you sell boats?')).done.conversation_secret;
    await act(id, 'messages', { text: 'No.' });
    const stream = await follow(id, secret);
    await stream.until((events) => events.length === 4);
    const gone = await owner.send('DELETE', `${site}/conversations/${id}`);
    assert.deepEqual(gone.json, { deleted: true, id });
    await stream.ended;
    assert.equal((await owner.send('GET', `${site}/conversations/${id}`)).status, 404);
    const { questions } = (await owner.send('GET', `${site}/questions?q=boats`)).json;
    assert.deepEqual(questions, []);
  });

  test('one person is exported and erased everywhere, however the contact is written', async () => {
    const own = await owner.newSite({ ...shop, people: true });
    const id = newId();
    await askSite(server, own, { question: 'Do you deliver?', conversation: id });
    await owner.send('POST', `${own}/conversations/${id}/messages`, { text: 'Call me.' });
    const labelled = { question: 'Do you deliver to Juja?', conversation: 'tab 7' };
    await askSite(server, own, labelled);
    const { done } = await askSite(server, own, 'Do you deliver on Sunday?');
    const leads = [
      { contact: '+254 711-000 001', conversation: id },
      { contact: '254711000001', conversation: 'tab 7', message: 'again' },
      { contact: '+254711000001', question_id: done.id, message: 'third' },
      { contact: 'juma@example.com', message: 'another person' },
    ];
    for (const body of leads) await ask(server, 'POST', `/v1/sites/${own}/leads`, { body });
    await askSite(server, own, { question: 'Do you deliver?', conversation: newId() });
    assert.equal(
      (await owner.send('GET', `${own}/conversations/${id}`)).json.contact,
      '+254 711-000 001',
    );
    const path = `${own}/people?contact=${encodeURIComponent('+254 711 000001')}`;
    const exported = await owner.send('GET', path);
    personExportSchema.parse(exported.json);
    assert.deepEqual([exported.json.leads.length, exported.json.questions.length], [3, 2]);
    assert.equal(exported.json.conversations.length, 1);
    assert.equal(exported.json.conversations[0].messages.length, 3);
    const erased = await owner.send('DELETE', path);
    assert.deepEqual(erased.json, { deleted: true, questions: 3, leads: 3, conversations: 1 });
    assert.deepEqual((await owner.send('DELETE', path)).json.leads, 0);
    const left = (await owner.send('GET', own)).json;
    assert.ok(left.site);
    assert.equal((await owner.send('GET', `${own}/leads`)).json.leads.length, 1);
    assert.equal((await owner.send('GET', `${own}/conversations`)).json.conversations.length, 1);
    assert.equal((await owner.send('GET', `${own}/questions`)).json.questions.length, 1);
    assert.equal((await owner.send('GET', `${own}/people?contact=`)).status, 400);
  });

  test('conversations travel with the export of their site', async () => {
    const [from, to] = [await owner.newSite(shop), await owner.newSite(shop)];
    const id = newId();
    await askSite(server, from, { question: 'Do you deliver?', conversation: id });
    await owner.send('POST', `${from}/conversations/${id}/messages`, { text: 'Yes', name: 'Asha' });
    await askSite(server, from, { question: 'Thanks', conversation: id });
    for (const text of ['One moment.', 'We are closed today.'])
      await owner.send('POST', `${from}/saved-answers`, { text });
    const flags = 'questions=true&conversations=true';
    const exported = (await owner.send('GET', `${from}/export?${flags}`)).json;
    assert.equal(exported.conversations[0].messages.length, 2);
    assert.equal((await owner.send('GET', `${from}/export`)).json.conversations, undefined);
    for (const added of [1, 0]) {
      const { json } = await owner.send('POST', `${to}/import`, exported);
      assert.equal(json.conversations, added);
    }
    const read = async (where: string) =>
      (await owner.send('GET', `${where}/conversations/${id}`)).json;
    const [there, here] = [await read(to), await read(from)];
    assert.deepEqual(
      fieldsOf(there.messages, 'text'),
      here.messages.map(({ text }: { text: string }) => text),
    );
    assert.equal(there.messages.length, 4);
    const saved = async (where: string) =>
      (await owner.send('GET', `${where}/saved-answers`)).json.answers.map(
        ({ text }: { text: string }) => text,
      );
    assert.deepEqual(await saved(to), ['We are closed today.', 'One moment.']);
    const broken = await owner.send('POST', `${to}/import`, { ...exported, saved_answers: [''] });
    assert.deepEqual(
      [broken.status, broken.json.error],
      [400, 'saved_answers.0 text must have 1 to 4000 characters.'],
    );
  });

  test('conversations are kept as long as questions', async () => {
    const own = await owner.newSite({ ...shop, retention_days: 3 });
    const [old, fresh] = [newId(), newId()];
    await askSite(server, own, { question: 'Do you deliver?', conversation: old });
    await owner.send('POST', `${own}/conversations/${old}/messages`, { text: 'Yes' });
    server.clock.advance(4 * 24 * hourMs);
    await askSite(server, own, { question: 'Do you deliver?', conversation: fresh });
    await forgetOldVisits(server.assistant);
    const { conversations } = (await owner.send('GET', `${own}/conversations`)).json;
    assert.deepEqual(fieldsOf(conversations, 'id'), [fresh]);
    const rows = sql`SELECT count(*) AS n FROM messages WHERE site_id = ${own}`;
    assert.equal((await server.installation.store.get<{ n: number }>(rows))?.n, 1);
  });
});
