/** What a person writes reaches the visitor, who sees who speaks and when the assistant is back. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { returnOverdueConversations } from '../../src/site/conversations/conversations.ts';
import { createLocalEngine } from '../fakes/local-engine.ts';
import { openTalk } from '../fixtures/event-stream.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { askSite, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

const newId = () => `c_${randomBytes(16).toString('base64url')}`;
const hourMs = 3_600_000;
const back = 'You are talking to the assistant again.';

describe('what a person writes', () => {
  const engine = createLocalEngine();
  const histories: (readonly { readonly content: string }[])[] = [];
  const { server, owner } = siteServerOfSuite(undefined, {
    engine: {
      ...engine,
      question: (source, given, options) => {
        histories.push(given.history);
        return engine.question(source, given, options);
      },
    },
  });

  const begin = async (profile: object = {}, question = 'Do you deliver?') => {
    const site = await owner.newSite({ ...shop, ...profile });
    const id = newId();
    const visit = (path: string, secret: string) =>
      `${server.url}/v1/sites/${site}/conversations/${id}/${path}?conversation_secret=${secret}`;
    const { done } = await askSite(server, site, { question, conversation: id });
    const secret: string = done.conversation_secret;
    return {
      site,
      id,
      say: (text: string) => askSite(server, site, { question: text, conversation: id }),
      act: (what: string, body?: object) =>
        owner.send('POST', `${site}/conversations/${id}/${what}`, body),
      details: async () => (await owner.send('GET', `${site}/conversations/${id}`)).json,
      type: () => fetch(visit('typing', secret), { method: 'POST' }),
      follow: () => openTalk(visit('events', secret)),
    };
  };

  for (const [name, profile] of [
    ['says nothing about people', {}],
    ['connects no visitors with people', { people: false }],
    ['connects visitors with people', { people: true }],
  ] as const)
    test(`reaches the visitor of a site that ${name}, and the visitor reaches the person`, async () => {
      const talk = await begin(profile);
      const stream = await talk.follow();
      await talk.act('messages', { text: 'Hello, it is me', name: 'Asha' });
      await stream.until((events) => events.some(({ data }) => data.text === 'Hello, it is me'));
      assert.equal((await talk.type()).status, 200);
      assert.equal((await talk.say('And to Kisumu?')).done.person, true);
      assert.deepEqual(fieldsOf((await talk.details()).messages, 'text').slice(2), [
        'Hello, it is me',
        'And to Kisumu?',
      ]);
      await stream.leave();
      const path = `/v1/sites/${talk.site}/conversations/${newId()}/person`;
      const mayAsk = !('people' in profile) || profile.people;
      assert.equal((await ask(server, 'POST', path)).status, mayAsk ? 200 : 404);
      const { json } = await ask(server, 'GET', `/v1/sites/${talk.site}/config`);
      assert.equal(json.people ?? false, mayAsk);
    });

  test('needs a conversation: a question without one stands alone', async () => {
    const site = await owner.newSite(shop);
    const { done } = await askSite(server, site, 'Do you deliver?');
    assert.deepEqual(
      [done.answered, done.conversation_secret, done.person],
      [true, undefined, undefined],
    );
    const { conversations } = (await owner.send('GET', `${site}/conversations`)).json;
    assert.deepEqual(conversations, []);
  });

  test('has the name that was given, else that of the business, and never that of the credential', async () => {
    const talk = await begin();
    const stream = await talk.follow();
    await talk.act('take');
    await talk.act('messages', { text: 'One' });
    await talk.act('messages', { text: 'Two', name: 'Asha' });
    await stream.until((events) => events.some(({ data }) => data.text === 'Two'));
    const names = stream.events().map(({ data }) => data.with ?? data.name);
    const business = 'Duka la Amani';
    assert.deepEqual(names.slice(2), [business, business, 'Asha', 'Asha']);
    assert.equal((await talk.details()).with, 'Asha');
    await stream.leave();
    const nameless = await begin({ business: '' });
    assert.equal((await nameless.act('take')).json.with, null);
  });

  test('ends with a sentence when the person gives the conversation back or closes it', async () => {
    for (const end of ['release', 'close']) {
      const talk = await begin();
      const stream = await talk.follow();
      await talk.act('messages', { text: 'Hello', name: 'Asha' });
      await talk.act(end);
      await talk.act(end);
      await talk.say('Do you deliver?');
      await stream.until((events) => events.filter(({ data }) => data.answered).length === 2);
      const shown = stream.events().map(({ data }) => data.text ?? data.state);
      const state = end === 'close' ? 'closed' : 'assistant';
      assert.deepEqual(shown.slice(2, 6), ['person', 'Hello', state, back], end);
      assert.equal(shown.filter((text) => text === back).length, 1);
      await stream.leave();
      const [, change] = (await talk.details()).changes;
      assert.deepEqual([change.state, change.by], [state, 'Duka la Amani']);
    }
  });

  test('ends with the sentence in the language of the visitor, also when the person stays silent', async () => {
    const talk = await begin({ people_hours: 1 }, 'Mnakubali M-Pesa?');
    await talk.act('take');
    server.clock.advance(1.1 * hourMs);
    await returnOverdueConversations(server.assistant);
    await returnOverdueConversations(server.assistant);
    const { messages, state } = await talk.details();
    assert.equal(state, 'assistant');
    assert.deepEqual(fieldsOf(messages, 'text').slice(2), ['Sasa unaongea na msaidizi tena.']);
  });

  test('is history only for a question of its visitor', async () => {
    const site = await owner.newSite(shop);
    const mine = { 'x-visitor': 'm'.repeat(22) };
    const historyOf = async (
      headers: (secret: string) => { readonly [name: string]: string },
      more?: (secret: string) => object,
    ) => {
      const conversation = newId();
      const say = (question: string, sent = {}, body = {}) =>
        askSite(server, site, { question, conversation, ...body }, sent);
      const { done } = await say('Do you deliver?', mine);
      const secret = done.conversation_secret;
      await say('And to Kisumu?', headers(secret), more?.(secret));
      return histories.at(-1)?.map(({ content }) => content);
    };
    const known = ['Do you deliver?', shop.faqs[0]?.answer];
    const nothing = () => ({});
    assert.deepEqual(await historyOf(() => mine), known);
    assert.deepEqual(await historyOf((secret) => ({ 'x-conversation-secret': secret })), known);
    const inBody = (secret: string) => ({ conversation_secret: secret });
    assert.deepEqual(await historyOf(nothing, inBody), known);
    assert.deepEqual(await historyOf(nothing), []);
    assert.deepEqual(await historyOf(() => ({ 'x-visitor': 'o'.repeat(22) })), []);
    const wrong = { 'x-conversation-secret': 'o'.repeat(32) };
    assert.deepEqual(await historyOf(() => wrong), []);
  });
});
