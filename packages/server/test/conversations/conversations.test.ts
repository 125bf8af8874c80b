import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import {
  conversationDetailsSchema,
  conversationEventSchema,
  conversationListSchema,
  personAskedSchema,
} from '@baraza/contract';
import { lastPosition, takePositions } from '../../src/store/site/messages.ts';
import { sql } from '../../src/store/store.ts';
import { openTalk } from '../fixtures/event-stream.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { askSite, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

const newId = () => `c_${randomBytes(16).toString('base64url')}`;
const hourMs = 3_600_000;

describe('conversations', () => {
  const { server, owner } = siteServerOfSuite();
  let site: string;
  before(async () => {
    site = await owner.newSite({ ...shop, people: true });
  });

  const say = (conversation: string, question = 'Do you deliver?', more = {}) =>
    askSite(server, site, { question, conversation, ...more });
  const act = (id: string, what: string, body?: object) =>
    owner.send('POST', `${site}/conversations/${id}/${what}`, body);
  const details = async (id: string) =>
    (await owner.send('GET', `${site}/conversations/${id}`)).json;
  const textsOf = async (id: string) =>
    (await details(id)).messages.map(({ from, text }: never) => `${from}: ${text}`);
  const visitorUrl = (id: string, path: string, query = '') =>
    `${server.url}/v1/sites/${site}/conversations/${id}/${path}${query}`;
  const follow = (id: string, secret: string, lastId?: string) =>
    openTalk(
      visitorUrl(id, 'events', `?conversation_secret=${secret}`),
      lastId === undefined ? {} : { 'last-event-id': lastId },
    );

  test('messages take the positions up to the last one of the site, without a gap', async () => {
    const { store } = server.assistant;
    const [first, next] = await store.write(async (tx) => [
      await takePositions(tx, site, 2),
      await takePositions(tx, site, 1),
    ]);
    assert.deepEqual([next, await lastPosition(store, site)], [first + 2, first + 2]);
  });

  test('questions of one conversation are listed as its messages, in order', async () => {
    const id = newId();
    const { done } = await say(id);
    assert.match(done.conversation_secret, /^[0-9A-Za-z]{32}$/);
    assert.equal((await say(id, 'Do you sell cars?')).done.conversation_secret, undefined);
    const listed = await owner.send('GET', `${site}/conversations?state=assistant&channel=web`);
    conversationListSchema.parse(listed.json);
    const [first] = listed.json.conversations;
    assert.deepEqual([first.id, first.state, first.unread, first.with], [id, 'assistant', 2, null]);
    assert.equal(first.last.from, 'assistant');
    const whole = await details(id);
    conversationDetailsSchema.parse(whole);
    assert.deepEqual(fieldsOf(whole.messages, 'from'), [
      'visitor',
      'assistant',
      'visitor',
      'assistant',
    ]);
    assert.equal(whole.messages[0].text, 'Do you deliver?');
    assert.match(whole.messages[1].text, /200 shillings/);
    assert.equal(whole.messages[0].question, done.id);
  });

  test('a list is read page by page without a repeat', async () => {
    const own = await owner.newSite(shop);
    const ids = Array.from({ length: 5 }, newId);
    for (const conversation of ids) await askSite(server, own, { question: 'Hi', conversation });
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 9; page += 1) {
      const { json } = await owner.send('GET', `${own}/conversations?limit=2${cursor}`);
      seen.push(...json.conversations.map(({ id }: { id: string }) => id));
      if (json.next === null) break;
      cursor = `&cursor=${json.next}`;
    }
    assert.deepEqual(seen, ids.toReversed());
    assert.equal((await owner.send('GET', `${own}/conversations?state=new`)).status, 400);
    assert.equal((await owner.send('GET', `${own}/conversations?cursor=x`)).status, 400);
  });

  test('while a person has the conversation, the assistant is silent and nothing is lost', async () => {
    const id = newId();
    await say(id);
    const taken = await act(id, 'take?name=Asha');
    assert.equal(taken.status, 200, taken.text);
    assert.deepEqual([taken.json.state, taken.json.with], ['person', 'Asha']);
    const { done, text } = await say(id, 'Mnakubali M-Pesa?');
    assert.equal(text, '');
    assert.deepEqual([done.answered, done.person], [false, true]);
    assert.deepEqual(done.sources, []);
    const sent = await act(id, 'messages', { text: ' Yes, till 12345. ', name: 'Asha' });
    assert.equal(sent.status, 201);
    assert.equal(sent.json.text, 'Yes, till 12345.');
    for (const text of ['  ', 'x'.repeat(4_001)])
      assert.equal((await act(id, 'messages', { text })).status, 400);
    assert.deepEqual((await textsOf(id)).slice(2), [
      'visitor: Mnakubali M-Pesa?',
      'person: Yes, till 12345.',
    ]);
    const { questions } = (await owner.send('GET', `${site}/questions?limit=1000`)).json;
    assert.equal(
      questions.filter((one: { conversation: string }) => one.conversation === id).length,
      1,
    );
    assert.equal((await act(id, 'release')).json.state, 'assistant');
    assert.match((await say(id)).text, /200 shillings/);
  });

  test('a message of a person takes the conversation over, and closing ends it until the visitor writes', async () => {
    const id = newId();
    await say(id);
    await act(id, 'messages', { text: 'Hello, this is Juma.', name: 'Juma' });
    assert.deepEqual([(await details(id)).state, (await details(id)).with], ['person', 'Juma']);
    assert.equal((await details(id)).unread, 0);
    assert.equal((await act(id, 'close')).json.state, 'closed');
    assert.equal((await act(id, 'close')).json.state, 'closed');
    assert.match((await say(id)).text, /200 shillings/);
    assert.equal((await details(id)).state, 'assistant');
  });

  test('after people_hours without a message of the person the assistant answers again', async () => {
    const own = await owner.newSite({ ...shop, people: true, people_hours: 2 });
    const id = newId();
    const say = () => askSite(server, own, { question: 'Do you deliver?', conversation: id });
    await say();
    await owner.send('POST', `${own}/conversations/${id}/take`);
    server.clock.advance(1.9 * hourMs);
    assert.equal((await say()).done.person, true);
    await owner.send('POST', `${own}/conversations/${id}/messages`, { text: 'One moment.' });
    server.clock.advance(1.9 * hourMs);
    assert.equal((await say()).done.person, true);
    server.clock.advance(0.2 * hourMs);
    assert.equal((await say()).done.answered, true);
    const { json } = await owner.send('GET', `${own}/conversations/${id}`);
    assert.equal(json.state, 'assistant');
  });

  test('what a person said is history for a later question, and never approved information', async () => {
    const id = newId();
    await say(id);
    await act(id, 'messages', { text: 'We repair bicycles for 900 shillings on Sundays.' });
    await act(id, 'release');
    const { done, text } = await say(id, 'How much is the repair of bicycles?');
    assert.equal(done.answered, false);
    assert.doesNotMatch(text, /900/);
  });

  test('the events of a visitor bring every message once, and resume without loss', async () => {
    const id = newId();
    const { done } = await say(id);
    const secret = done.conversation_secret;
    const stream = await follow(id, secret);
    await stream.until((events) => events.length === 2);
    await act(id, 'messages', { text: 'Hello from Asha', name: 'Asha' });
    await stream.until((events) => events.some(({ data }) => data.text === 'Hello from Asha'));
    const events = stream.events();
    for (const { data } of events) conversationEventSchema.parse(data);
    assert.deepEqual(
      events.map(({ name, data }) => `${name} ${data.from ?? data.state}`),
      ['message visitor', 'message assistant', 'state person', 'message person'],
    );
    assert.equal(events[3]?.data.name, 'Asha');
    await stream.leave();
    await act(id, 'messages', { text: 'Are you there?', name: 'Asha' });
    await say(id, 'Yes');
    // Resumed between a question and its answer: the answer still comes.
    for (const at of [0, 1, 2, 3, 4]) {
      const again = await follow(id, secret, at === 0 ? undefined : events[at - 1]?.id);
      await again.until((all) => all.length >= 6 - at);
      assert.deepEqual(
        again.events().map(({ data }) => data.text ?? data.state),
        [...events.map(({ data }) => data.text ?? data.state), 'Are you there?', 'Yes'].slice(at),
      );
      await again.leave();
    }
  });

  test('the owner follows all conversations of the site and resumes without loss or repeats', async () => {
    const own = await owner.newSite({ ...shop, people: true });
    const url = `${server.url}/v1/admin/sites/${own}/conversations/events`;
    const headers = { authorization: `Bearer ${owner.key}` };
    const stream = await openTalk(url, headers);
    assert.equal(stream.response.status, 200);
    const [one, two] = [newId(), newId()];
    for (const conversation of [one, two, one])
      await askSite(server, own, { question: 'Do you deliver?', conversation });
    await stream.until((events) => events.length === 6);
    const ids = stream.events().map(({ id }) => id);
    assert.deepEqual(
      stream.events().map(({ data }) => data.conversation),
      [one, one, two, two, one, one],
    );
    await stream.leave();
    for (const at of [0, 1, 2, 5]) {
      const again = await openTalk(url, { ...headers, 'last-event-id': ids[at] ?? '' });
      await again.until((events) => events.length === 5 - at);
      assert.deepEqual(fieldsOf(again.events(), 'id'), ids.slice(at + 1));
      await again.leave();
    }
    assert.equal((await fetch(url)).status, 401);
  });

  test('each side sees that the other is typing', async () => {
    const id = newId();
    const secret = (await say(id)).done.conversation_secret;
    const stream = await follow(id, secret);
    await stream.until((events) => events.length === 2);
    assert.equal((await act(id, 'typing')).status, 200);
    await stream.until((events) => events.some(({ name }) => name === 'typing'));
    assert.equal(stream.events().at(-1)?.data.from, 'person');
    const inbox = await openTalk(`${server.url}/v1/admin/sites/${site}/conversations/events`, {
      authorization: `Bearer ${owner.key}`,
    });
    const typed = await fetch(visitorUrl(id, 'typing', `?conversation_secret=${secret}`), {
      method: 'POST',
    });
    assert.equal(typed.status, 200);
    await inbox.until((events) => events.some(({ data }) => data.type === 'typing'));
    await Promise.all([inbox.leave(), stream.leave()]);
  });

  test('a visitor asks for a person: the owner is notified once, and the assistant still answers', async () => {
    const own = await owner.newSite({
      ...shop,
      people: true,
      notify: { webhook: 'https://hooks.example/baraza' },
    });
    const id = newId();
    const wish = () => ask(server, 'POST', `/v1/sites/${own}/conversations/${id}/person`);
    const first = await wish();
    assert.equal(first.status, 200, first.text);
    personAskedSchema.parse(first.json);
    assert.equal(first.json.state, 'waiting');
    assert.match(first.json.conversation_secret, /^\w{32}$/);
    assert.equal((await wish()).json.conversation_secret, undefined);
    const notices = await server.installation.store.all<{ payload: string }>(
      sql`SELECT payload FROM outbox WHERE receiver = ${`${own} `}`,
    );
    assert.deepEqual(
      notices.map(({ payload }) => JSON.parse(payload).type),
      ['conversation.waiting'],
    );
    const later = await askSite(server, own, { question: 'Do you deliver?', conversation: id });
    assert.equal(later.done.answered, true);
    assert.equal((await owner.send('GET', `${own}/conversations/${id}`)).json.state, 'waiting');
    const { json } = await owner.send('GET', `${own}/conversations?state=waiting`);
    assert.equal(json.conversations.length, 1);
  });

  test('outside of the hours the visitor reads when the business opens', async () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const wish = async (hours: object[], language: string) => {
      const own = await owner.newSite({ ...shop, people: true, hours });
      const path = `/v1/sites/${own}/conversations/${newId()}/person?language=${language}`;
      return (await ask(server, 'POST', path)).json;
    };
    const local = new Intl.DateTimeFormat('en', {
      timeZone: 'Africa/Nairobi',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    const hour = Number(local.format(server.assistant.clock()));
    const at = (from: number) => `${String((hour + from) % 24).padStart(2, '0')}:00`;
    // One of these hours may be the last of a day.
    const later = { days, open: at(2), close: at(3), ...(at(3) < at(2) && { nextDay: true }) };
    const closed = await wish([later], 'en');
    assert.equal(closed.open, false);
    assert.match(closed.message, /closed now and open (today|tomorrow) at \d/);
    const aheadMs = Date.parse(closed.opens_at) - server.assistant.clock();
    assert.ok(aheadMs > 0 && aheadMs <= 2 * hourMs, String(aheadMs));
    const open = await wish([{ days, open: '00:00', close: '24:00' }], 'sw');
    assert.deepEqual([open.open, open.opens_at], [true, null]);
    assert.match(open.message, /^Sawa/);
  });

  test('an answer to a visitor who asks for a person offers one, where people is not switched off', async () => {
    const offerOf = async (people: boolean) => {
      const own = await owner.newSite({ ...shop, people });
      const question = 'I want to talk to a person';
      return (await askSite(server, own, { question, conversation: newId() })).done;
    };
    assert.deepEqual(
      [(await offerOf(true)).answered, (await offerOf(true)).offer],
      [true, 'person'],
    );
    assert.deepEqual(
      [(await offerOf(false)).answered, (await offerOf(false)).offer],
      [true, undefined],
    );
    assert.equal((await say(newId())).done.offer, undefined);
  });

  test('where profile.people is false a visitor cannot ask for a person', async () => {
    const own = await owner.newSite({ ...shop, people: false });
    const reply = await ask(server, 'POST', `/v1/sites/${own}/conversations/${newId()}/person`);
    assert.deepEqual([reply.status, reply.json.code], [404, 'not_found']);
    assert.equal((await ask(server, 'GET', `/v1/sites/${own}/config`)).json.people, undefined);
    assert.equal((await ask(server, 'GET', `/v1/sites/${site}/config`)).json.people, true);
  });

  test('a repeat of the first question gets the same secret, which is stored encrypted', async () => {
    const id = newId();
    const body = { question: 'Do you deliver?', conversation: id, request_id: newId() };
    const first = await askSite(server, site, body);
    const again = await askSite(server, site, body);
    assert.equal(first.done.conversation_secret.length, 32);
    assert.deepEqual(again.done, first.done);
    const { store } = server.installation;
    const stored = JSON.stringify([
      ...(await store.all(sql`SELECT * FROM asks WHERE site_id = ${site}`)),
      ...(await store.all(sql`SELECT * FROM conversations WHERE id = ${id}`)),
    ]);
    assert.ok(!stored.includes(first.done.conversation_secret));
  });
});
