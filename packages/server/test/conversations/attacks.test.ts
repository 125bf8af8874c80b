/** Other people's conversations, by id, by secret, by owner and by channel. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { signatureOf, whatsappBody, whatsappText } from '../fakes/messaging.ts';
import { openTalk } from '../fixtures/event-stream.ts';
import { ask } from '../fixtures/server.ts';
import { askSite, type SiteOwner, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';
import { channelsOfSuite, whatsappSettings } from './channels-of-suite.ts';

const newId = () => `c_${randomBytes(16).toString('base64url')}`;

describe('attacks on conversations', () => {
  const { server, owner, at } = channelsOfSuite();
  let thief: SiteOwner;
  let id: string;
  let secret: string;
  before(async () => {
    thief = await server.newOwner();
    id = newId();
    secret = (await askSite(server, at.site, { question: 'Do you deliver?', conversation: id }))
      .done.conversation_secret;
  });

  test('events and typing need the secret of this conversation of this site', async () => {
    const own = await thief.newSite({ ...shop, people: true });
    const mine = newId();
    const other = (await askSite(server, own, { question: 'Do you deliver?', conversation: mine }))
      .done.conversation_secret;
    const cases: [string, string, string][] = [
      [at.site, id, ''],
      [at.site, id, other],
      [at.site, id, secret.slice(0, -1)],
      [at.site, id, secret.toLowerCase()],
      [at.site, mine, other],
      [own, id, secret],
      [own, mine, secret],
      [at.site, newId(), secret],
    ];
    const absent = await ask(server, 'GET', `/v1/sites/${at.site}/conversations/${newId()}/events`);
    for (const [where, which, given] of cases)
      for (const [method, what] of [
        ['GET', 'events'],
        ['POST', 'typing'],
      ] as const) {
        const path = `/v1/sites/${where}/conversations/${which}/${what}`;
        const reply = await ask(server, method, `${path}?conversation_secret=${given}`);
        assert.equal(reply.status, 404, `${path} ${given}`);
        assert.equal(reply.json.error, absent.json.error);
      }
    const stream = await openTalk(
      `${server.url}/v1/sites/${at.site}/conversations/${id}/events?conversation_secret=${secret}`,
    );
    assert.equal(stream.response.status, 200);
    await stream.leave();
  });

  test('a wrong secret is refused also where none is needed, and reveals nothing', async () => {
    const path = `/v1/sites/${at.site}/conversations/${id}/person`;
    assert.equal((await ask(server, 'POST', `${path}?conversation_secret=wrong`)).status, 404);
    const { state } = (await owner.send('GET', `${at.site}/conversations/${id}`)).json;
    assert.equal(state, 'assistant');
    // The secret is given once: not to the next one who knows the id.
    const again = await askSite(server, at.site, { question: 'Do you deliver?', conversation: id });
    assert.equal(again.done.conversation_secret, undefined);
    const asked = await ask(server, 'POST', path);
    assert.equal(asked.json.conversation_secret, undefined);
  });

  test('another owner finds no conversation, no person, no channel and no saved answer', async () => {
    const saved = await owner.send('POST', `${at.site}/saved-answers`, { text: 'Karibu' });
    const calls: [string, string, object?][] = [
      ['GET', `${at.site}/conversations`],
      ['GET', `${at.site}/conversations/${id}`],
      ['GET', `${at.site}/conversations/events`],
      ...['take', 'release', 'close', 'read', 'typing'].map((one): [string, string] => [
        'POST',
        `${at.site}/conversations/${id}/${one}`,
      ]),
      ['POST', `${at.site}/conversations/${id}/messages`, { text: 'Hi' }],
      ['DELETE', `${at.site}/conversations/${id}`],
      ['GET', `${at.site}/people?contact=254711000001`],
      ['DELETE', `${at.site}/people?contact=254711000001`],
      ['GET', `${at.site}/channels`],
      ['PUT', `${at.site}/channels/whatsapp`, whatsappSettings],
      ['POST', `${at.site}/channels/whatsapp/test`],
      ['DELETE', `${at.site}/channels/whatsapp`],
      ['GET', `${at.site}/saved-answers`],
      ['POST', `${at.site}/saved-answers`, { text: 'Hi' }],
      ['DELETE', `${at.site}/saved-answers/${saved.json.id}`],
    ];
    const own = await thief.newSite(shop);
    for (const [method, target, body] of calls) {
      const reply = await thief.send(method, target, body);
      const missing = await thief.send(method, target.replace(at.site, 'no-such-site'), body);
      assert.equal(reply.status, 404, target);
      assert.equal(reply.json.error, missing.json.error, target);
      const inOwn = target.replace(at.site, own);
      if (target.includes(id) || target.includes(saved.json.id))
        assert.equal((await thief.send(method, inOwn, body)).status, 404, inOwn);
    }
  });

  test('one site cannot sign for another, and its settings do not open it', async () => {
    const own = await thief.newSite(shop);
    const theirs = { ...whatsappSettings, app_secret: 'thief-secret', phone_number_id: '2000' };
    await thief.send('PUT', `${own}/channels/whatsapp`, theirs);
    const deliver = (to: string, body: string, secretOf: string) =>
      fetch(`${server.url}/v1/channels/whatsapp/${to}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signatureOf(body, secretOf),
        },
      });
    const body = whatsappBody(whatsappText('wamid.x1', 'Do you deliver?', '254744000001'));
    assert.equal((await deliver(at.site, body, 'thief-secret')).status, 401);
    // Signed with the thief's own secret, for the number of another business: nothing is read.
    assert.equal((await deliver(own, body, 'thief-secret')).status, 200);
    for (const who of [owner, thief]) {
      const where = who === owner ? at.site : own;
      const { conversations } = (await who.send('GET', `${where}/conversations?channel=whatsapp`))
        .json;
      assert.deepEqual(conversations, []);
    }
    const failed = {
      statuses: [{ id: 'wamid.1', status: 'failed', biz_opaque_callback_data: id }],
    };
    assert.equal((await deliver(own, whatsappBody(failed, '2000'), 'thief-secret')).status, 200);
  });

  test('a call without the form of a signature is refused before its body is read', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(1_000))),
    });
    const send = (channel: string, headers: Record<string, string>, body: BodyInit) =>
      fetch(`${server.url}/v1/channels/${channel}/${at.site}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        duplex: 'half',
      } as RequestInit);
    const reply = await send('whatsapp', {}, endless).catch(() => undefined);
    if (reply !== undefined) assert.equal(reply.status, 401);
    const body = whatsappBody(whatsappText('wamid.f', 'Hi', '254744000009'));
    const wrong = { 'x-hub-signature-256': `sha256=${'a'.repeat(64)}` };
    const flood = await Promise.all(
      Array.from({ length: 200 }, () => send('whatsapp', wrong, body)),
    );
    assert.ok(flood.every(({ status }) => status === 401 || status === 503));
    assert.equal((await owner.send('GET', `${at.site}/conversations`)).status, 200);
  });

  test('saved answers are shared, found once and limited', async () => {
    const own = await owner.newSite(shop);
    const save = (text: string) => owner.send('POST', `${own}/saved-answers`, { text });
    const first = await save(' Karibu tena! ');
    assert.deepEqual([first.status, first.json.text], [201, 'Karibu tena!']);
    assert.equal((await save('Karibu tena!')).json.id, first.json.id);
    assert.equal((await save('')).status, 400);
    for (let at = 1; at < 100; at += 1) assert.equal((await save(`answer ${at}`)).status, 201);
    assert.equal((await save('one more')).status, 409);
    assert.equal((await owner.send('DELETE', `${own}/saved-answers/${first.json.id}`)).status, 200);
    assert.equal((await owner.send('DELETE', `${own}/saved-answers/${first.json.id}`)).status, 404);
    const { answers } = (await owner.send('GET', `${own}/saved-answers`)).json;
    assert.equal(answers.length, 99);
    assert.equal(answers[0].text, 'answer 99');
  });
});

describe('repeats of a question from elsewhere', () => {
  const { server, owner } = siteServerOfSuite(undefined, { proxyHops: 1 });

  test('who only knows the id of a conversation gets its secret by no repeat', async () => {
    const site = await owner.newSite(shop);
    const from = (network: string, visitor?: string) => ({
      'x-forwarded-for': network,
      ...(visitor === undefined ? {} : { 'x-visitor': visitor }),
    });
    const asha = 'a'.repeat(22);
    for (const visitor of [undefined, asha]) {
      const body = { question: 'Do you deliver?', conversation: newId(), request_id: 'r1' };
      const first = await askSite(server, site, body, from('41.90.1.1', visitor));
      const { conversation_secret: secret } = first.done;
      assert.equal(secret.length, 32);
      const again = await askSite(server, site, body, from('41.90.1.1', visitor));
      assert.deepEqual(again.done, first.done);
      for (const stranger of [undefined, 'j'.repeat(22)]) {
        const stolen = await askSite(server, site, body, from('41.90.2.2', stranger));
        assert.equal(stolen.done.conversation_secret, undefined);
        assert.ok(!stolen.response.text.includes(secret));
      }
    }
    // A phone that changes networks keeps its visitor, whom nobody else knows.
    const body = { question: 'Do you deliver?', conversation: newId(), request_id: 'r2' };
    const first = await askSite(server, site, body, from('41.90.1.1', asha));
    const moved = await askSite(server, site, body, from('41.90.3.3', asha));
    assert.deepEqual(moved.done, first.done);
  });
});
