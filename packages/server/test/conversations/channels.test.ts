import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { channelListSchema, channelTrialSchema } from '@baraza/contract';
import { returnOverdueConversations } from '../../src/site/conversations/conversations.ts';
import { noSpeech } from '../../src/speech/speech.ts';
import { sql } from '../../src/store/store.ts';
import { signatureOf, whatsappText } from '../fakes/messaging.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask, defaultEngine } from '../fixtures/server.ts';
import { shop } from '../fixtures/visit-server.ts';
import { channelsOfSuite, whatsappSettings } from './channels-of-suite.ts';

const hourMs = 3_600_000;

describe('channels', () => {
  const { server, owner, at, deliver, work, conversationOf } = channelsOfSuite(defaultEngine, {
    voice: {
      ...noSpeech,
      recordings: {
        read: async () => ({ samples: new Float32Array(16_000), durationMs: 1_000 }),
      } as never,
      transcriber: {
        languages: ['en'],
        transcribe: async () => ({ text: 'Do you deliver?', language: 'en' }),
      } as never,
    },
  });
  const textsTo = (number: string) =>
    at.service.sent.filter(({ body }) => body.to === number).map(({ body }) => body.text.body);

  test('secrets are never shown, and are stored encrypted', async () => {
    const put = await owner.send('PUT', `${at.site}/channels/whatsapp`, whatsappSettings);
    assert.equal(put.status, 200, put.text);
    const { json, text } = await owner.send('GET', `${at.site}/channels`);
    channelListSchema.parse(json);
    assert.equal(json.channels[0].phone_number_id, '1060');
    assert.match(json.channels[0].webhook_url, /\/v1\/channels\/whatsapp\//);
    const stored = JSON.stringify(await server.installation.store.all(sql`SELECT * FROM channels`));
    for (const secret of ['EAAG-token', 'app-secret', 'check-me'])
      assert.ok(!`${put.text}${text}${stored}`.includes(secret), secret);
    for (const broken of [
      {},
      { ...whatsappSettings, phone_number_id: '+254' },
      { ...whatsappSettings, app_secret: '' },
    ])
      assert.equal((await owner.send('PUT', `${at.site}/channels/whatsapp`, broken)).status, 400);
    assert.equal((await owner.send('DELETE', `${at.site}/channels/telegram`)).status, 404);
  });

  test('Meta can check the address with the verify token only', async () => {
    const check = (token: string) =>
      ask(
        server,
        'GET',
        `/v1/channels/whatsapp/${at.site}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
      );
    const right = await check('check-me');
    assert.deepEqual([right.status, right.text], [200, '1158201444']);
    assert.equal((await check('check-mE')).status, 401);
    assert.equal((await check('')).status, 401);
    const other = await owner.newSite(shop);
    assert.equal((await ask(server, 'GET', `/v1/channels/whatsapp/${other}`)).status, 404);
  });

  test('a call that Meta did not sign is refused and stores nothing', async () => {
    const value = whatsappText('wamid.bad', 'Do you deliver?', '254799000000');
    for (const signature of [
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      signatureOf('{}', 'app-secret'),
    ])
      assert.equal((await deliver(value, at.site, signature)).status, 401);
    assert.equal(await conversationOf('254799000000'), undefined);
    assert.equal((await deliver(value, 'no-such-site')).status, 404);
  });

  test('a message is answered once, however often it is delivered', async () => {
    const from = '254711000001';
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await deliver(whatsappText('wamid.1', 'Do you deliver?', from))).status, 200);
      await work();
    }
    assert.equal(textsTo(from).length, 1);
    assert.match(textsTo(from)[0], /200 shillings/);
    const conversation = await conversationOf('254711000001');
    assert.deepEqual([conversation.channel, conversation.name], ['whatsapp', 'Asha']);
    const { json } = await owner.send('GET', `${at.site}/conversations/${conversation.id}`);
    assert.deepEqual(fieldsOf(json.messages, 'from', 'delivery'), [
      ['visitor', undefined],
      ['assistant', 'sent'],
    ]);
    const sent = at.service.sent.find(({ body }) => body.to === from);
    assert.equal(sent?.authorization, 'Bearer EAAG-token');
  });

  test('messages that are delivered together are answered in the order in which they were written', async () => {
    const from = '254711000002';
    const at = 1_763_000_100;
    await deliver(whatsappText('wamid.c', 'Mnakubali M-Pesa?', from, at + 2));
    await deliver(whatsappText('wamid.b', 'Do you deliver?', from, at + 1));
    await deliver(whatsappText('wamid.a', 'Mnakubali M-Pesa?', from, at));
    await work();
    const kinds = textsTo(from).map((text: string) => (/M-Pesa/.test(text) ? 'pay' : 'deliver'));
    assert.deepEqual(kinds, ['pay', 'deliver', 'pay']);
  });

  test('a failed send is tried again, and a refused one is shown to the owner', async () => {
    const from = '254711000003';
    at.service.statuses.push(500);
    await deliver(whatsappText('wamid.r', 'Do you deliver?', from));
    await work();
    assert.equal(textsTo(from).length, 0);
    server.clock.advance(6_000);
    await work();
    assert.equal(textsTo(from).length, 1);
    at.service.statuses.push(400);
    await deliver(whatsappText('wamid.r2', 'Do you deliver?', from));
    await work();
    const { id } = await conversationOf(from);
    const { json } = await owner.send('GET', `${at.site}/conversations/${id}`);
    assert.equal(json.messages.at(-1).delivery, 'failed');
    assert.match(json.messages.at(-1).fault, /refused/);
  });

  test('a person answers from the console; after 24 hours nothing is sent', async () => {
    const from = '254711000004';
    await deliver(whatsappText('wamid.p', 'Do you deliver?', from));
    await work();
    const { id, open_until } = await conversationOf(from);
    assert.ok(Date.parse(open_until) > server.assistant.clock());
    const write = (text: string) =>
      owner.send('POST', `${at.site}/conversations/${id}/messages`, { text, name: 'Juma' });
    assert.equal((await write('Karibu sana')).json.delivery, 'pending');
    await deliver(whatsappText('wamid.p2', 'Do you deliver?', from));
    await work();
    assert.deepEqual(textsTo(from).slice(1), ['Karibu sana']);
    server.clock.advance(24 * hourMs);
    const late = await write('Are you there?');
    assert.equal(late.status, 409);
    assert.match(late.json.error, /24 hours/);
    await work();
    assert.equal(textsTo(from).length, 2);
  });

  test('what the business writes on its telephone takes the conversation over', async () => {
    const from = '254711000005';
    await deliver(whatsappText('wamid.e', 'Do you deliver?', from));
    await work();
    const echo = { from: '254700000001', to: from, id: 'wamid.echo', timestamp: '1763000001' };
    await deliver({
      message_echoes: [{ ...echo, type: 'text', text: { body: 'I will call you' } }],
    });
    await deliver(whatsappText('wamid.e2', 'Do you deliver?', from, 1_763_000_002));
    await work();
    assert.equal(textsTo(from).length, 1);
    const conversation = await conversationOf(from);
    assert.equal(conversation.state, 'person');
    const { json } = await owner.send('GET', `${at.site}/conversations/${conversation.id}`);
    assert.deepEqual(fieldsOf(json.messages, 'from'), [
      'visitor',
      'assistant',
      'person',
      'visitor',
    ]);
  });

  test('a visitor of a channel is told that the assistant is back, in the hours in which messages arrive', async () => {
    const from = '254711000015';
    await deliver(whatsappText('wamid.h', 'Do you deliver?', from));
    await work();
    const { id } = await conversationOf(from);
    const act = (what: string) => owner.send('POST', `${at.site}/conversations/${id}/${what}`);
    await act('take');
    await act('release');
    await work();
    const back = 'You are talking to the assistant again.';
    assert.deepEqual(textsTo(from).slice(1), [back]);
    await act('take');
    server.clock.advance(24 * hourMs);
    await returnOverdueConversations(server.assistant);
    await work();
    assert.deepEqual(textsTo(from).slice(1), [back]);
    const { json } = await owner.send('GET', `${at.site}/conversations/${id}`);
    assert.deepEqual([json.state, json.messages.at(-1).delivery], ['assistant', 'sent']);
  });

  test('a visitor without a number is known by the user id, and an older conversation goes on', async () => {
    const from = '254711000006';
    await deliver(whatsappText('wamid.u', 'Do you deliver?', from));
    const contacts = [{ profile: { name: 'Asha' }, wa_id: from, user_id: 'KE.77' }];
    const text = { type: 'text', text: { body: 'Do you deliver?' }, timestamp: '1763000009' };
    await deliver({
      contacts,
      messages: [{ ...text, from, from_user_id: 'KE.77', id: 'wamid.u2' }],
    });
    await deliver({
      contacts: [{ profile: { name: 'Asha' }, user_id: 'KE.77' }],
      messages: [{ ...text, from_user_id: 'KE.77', id: 'wamid.u3' }],
    });
    await deliver({
      contacts: [{ profile: { name: 'Neema' }, user_id: 'KE.88' }],
      messages: [{ ...text, from_user_id: 'KE.88', id: 'wamid.u4' }],
    });
    await work();
    assert.equal(textsTo(from).length, 3);
    const [nameless] = at.service.sent.filter(({ body }) => body.recipient === 'KE.88');
    assert.match(nameless?.body.text.body, /200 shillings/);
  });

  test('voice messages are transcribed, and anything else gets one sentence', async () => {
    const from = '254711000007';
    at.service.recording = Buffer.from('OggS');
    const audio = { audio: { id: '4455', mime_type: 'audio/ogg; codecs=opus', voice: true } };
    const message = { from, timestamp: '1763000000' };
    await deliver({ messages: [{ ...message, id: 'wamid.v', type: 'audio', ...audio }] });
    await work();
    assert.match(textsTo(from)[0], /200 shillings/);
    await deliver({ messages: [{ ...message, id: 'wamid.i', type: 'image', image: { id: '1' } }] });
    await deliver({ messages: [{ ...message, id: 'wamid.x', type: 'reaction', reaction: {} }] });
    await work();
    assert.equal(textsTo(from).length, 2);
    assert.match(textsTo(from)[1], /text and voice messages/);
  });

  test('a visitor who writes STOP gets nothing more until START', async () => {
    const from = '254711000008';
    const texts = [
      'Do you deliver?',
      'STOP',
      'Do you deliver?',
      'Stop.',
      'start',
      'Do you deliver?',
    ];
    for (const [at, text] of texts.entries()) {
      await deliver(whatsappText(`wamid.s${at}`, text, from, 1_763_000_000 + at));
      await work();
    }
    assert.equal(textsTo(from).length, 4);
    assert.match(textsTo(from)[1], /no more messages/);
    assert.match(textsTo(from)[2], /Welcome back/);
    assert.match(textsTo(from)[3], /200 shillings/);
  });

  test('a visitor asks for a person by one word', async () => {
    const from = '254711000009';
    await deliver(whatsappText('wamid.w', 'Mtu', from));
    await work();
    assert.equal((await conversationOf(from)).state, 'waiting');
    assert.equal(textsTo(from).length, 1);
  });

  test('the page of a website cannot write into a conversation of a channel', async () => {
    const { id } = await conversationOf('254711000001');
    const body = { question: 'Do you deliver?', conversation: id };
    const reply = await ask(server, 'POST', `/v1/sites/${at.site}/ask`, { body });
    assert.equal(reply.status, 404);
    const person = await ask(server, 'POST', `/v1/sites/${at.site}/conversations/${id}/person`);
    assert.equal(person.status, 404);
  });

  test('Telegram: connected with a separate secret, verified, answered once', async () => {
    const refused = await owner.send('PUT', `${at.site}/channels/telegram`, {
      token: '999:AAAAAAAAAAAA',
    });
    assert.equal(refused.status, 400);
    assert.match(refused.json.error, /Unauthorized/);
    const put = await owner.send('PUT', `${at.site}/channels/telegram`, {
      token: '123:AAAAAAAAAAAA',
    });
    assert.equal(put.status, 200, put.text);
    const hook = at.service.calls.findLast(
      ({ path }) => path === '/bot123:AAAAAAAAAAAA/setWebhook',
    );
    assert.equal(hook?.body.url, `https://assistant.test/v1/channels/telegram/${at.site}`);
    const secret: string = hook?.body.secret_token;
    assert.match(secret, /^[\w-]{1,256}$/);
    assert.ok(!put.text.includes(secret) && !put.text.includes('AAAA'));
    const chat = { id: 555, type: 'private', first_name: 'Juma', username: 'juma' };
    const update = (number: number, more: object = { text: 'Do you deliver?' }) => ({
      update_id: 10 + number,
      message: {
        message_id: number,
        date: 1_763_000_000,
        chat,
        from: { id: 555, is_bot: false },
        ...more,
      },
    });
    const post = (body: object, token = secret) =>
      ask(server, 'POST', `/v1/channels/telegram/${at.site}`, {
        body,
        headers: { 'x-telegram-bot-api-secret-token': token },
      });
    assert.equal((await post(update(1), 'wrong')).status, 401);
    assert.equal((await post(update(1), '')).status, 401);
    for (let time = 0; time < 3; time += 1) assert.equal((await post(update(1))).status, 200);
    await post(update(2, { photo: [{ file_id: 'x' }] }));
    await post(update(3, { voice: { file_id: 'voice-1', mime_type: 'audio/ogg' } }));
    await post({
      update_id: 99,
      message: { message_id: 4, chat: { id: -5, type: 'group' }, text: 'Hi' },
    });
    await work();
    const texts = at.service.sent
      .filter(({ body }) => body.chat_id === '555')
      .map(({ body }) => body.text);
    assert.equal(texts.length, 3);
    assert.match(texts[0], /200 shillings/);
    assert.match(texts[1], /text and voice/);
    assert.match(texts[2], /200 shillings/);
    const { json } = await owner.send('GET', `${at.site}/conversations?channel=telegram`);
    assert.deepEqual(fieldsOf(json.conversations, 'contact', 'name'), [['@juma', 'Juma']]);
  });

  test('a trial says whether the service accepts the whatsappSettings', async () => {
    for (const [name, account] of [
      ['whatsapp', 'Duka la Amani'],
      ['telegram', '@amani_bot'],
    ] as const) {
      const { json } = await owner.send('POST', `${at.site}/channels/${name}/test`);
      channelTrialSchema.parse(json);
      assert.deepEqual([json.ok, json.name], [true, account]);
    }
    assert.equal((await owner.send('POST', `${at.site}/channels/sms/test`)).status, 404);
  });

  test('after a channel was removed its service is refused', async () => {
    const own = await owner.newSite(shop);
    await owner.send('PUT', `${own}/channels/whatsapp`, whatsappSettings);
    assert.equal((await owner.send('DELETE', `${own}/channels/whatsapp`)).status, 200);
    assert.equal((await deliver(whatsappText('wamid.z', 'Hi'), own)).status, 404);
  });

  test('a bot is disconnected with its channel, unless another site has it now', async () => {
    const [first, second] = [await owner.newSite(shop), await owner.newSite(shop)];
    const bot = { token: '456:AAAAAAAAAAAA' };
    const deleted = () =>
      at.service.calls.filter(({ path }) => path === `/bot${bot.token}/deleteWebhook`).length;
    for (const site of [first, second]) await owner.send('PUT', `${site}/channels/telegram`, bot);
    assert.equal((await owner.send('DELETE', `${first}/channels/telegram`)).status, 200);
    assert.equal(deleted(), 0);
    assert.equal((await owner.send('DELETE', `${second}/channels/telegram`)).status, 200);
    assert.equal(deleted(), 1);
  });
});
