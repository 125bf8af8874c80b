/** Compares what the channels verify, read and send with two independent libraries. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { Api, Bot, GrammyError, webhookCallback } from 'grammy';
import type { Update } from 'grammy/types';
import { WhatsAppAPI } from 'whatsapp-api-js';
import { Text } from 'whatsapp-api-js/messages';
import type { PostData, ServerMessage } from 'whatsapp-api-js/types';
import { openTelegram } from '../../src/channels/telegram.ts';
import { openWhatsapp } from '../../src/channels/whatsapp.ts';
import { type MessagingServer, openMessaging } from '../fakes/messaging.ts';
import { whatsappSettings } from './channels-of-suite.ts';

const never = new AbortController().signal;

/** As Meta writes it: everything outside of ASCII is escaped, in lower case. */
const written = (value: object) =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const signed = (body: string, secret = whatsappSettings.app_secret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function payload(value: object): PostData {
  const metadata = { display_phone_number: '254700000001', phone_number_id: '1060' };
  const change = {
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata, ...value },
  };
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: '9', changes: [change] }],
  } as unknown as PostData;
}

const text = (body: string, more: Partial<ServerMessage> = {}) => ({
  id: 'wamid.HBgLMjU0NzExMDAwMDAx',
  from: '254711000001',
  from_user_id: 'KE.77',
  timestamp: '1763000000',
  type: 'text',
  text: { body },
  ...more,
});

describe('WhatsApp compared with whatsapp-api-js', () => {
  const ours = openWhatsapp();
  const oracle = () =>
    new WhatsAppAPI({
      token: whatsappSettings.access_token,
      appSecret: whatsappSettings.app_secret,
      webhookVerifyToken: whatsappSettings.verify_token,
      v: 'v23.0',
    });
  const verify = (body: string, signature: string) =>
    ours.verify(whatsappSettings, { header: () => signature, body: Buffer.from(body) });

  test('both accept the same signatures, and refuse forged and re-encoded bodies', async () => {
    const bodies = [
      'Do you deliver?',
      'Habari 😀 – asante',
      '"\\\u2028\u0000',
      'ñ'.repeat(500),
    ].map((one) => written(payload({ messages: [text(one)] })));
    for (const body of bodies) {
      const right = signed(body);
      const cases = [
        [body, right],
        [body, signed(body, 'another-secret')],
        [body, `sha256=${'0'.repeat(64)}`],
        [body, right.slice(0, -2)],
        [body, right.slice(7)],
        [body, 'sha1=abc'],
        [`${body} `, right],
        [body.replace('wamid', 'WAMID'), right],
        // Parsed and written again with other spaces, as a careless proxy does.
        [JSON.stringify(JSON.parse(body), null, 1), right],
      ] as const;
      for (const [sent, signature] of cases) {
        const isRight = sent === body && signature === right;
        assert.equal(verify(sent, signature), isRight, signature);
        assert.equal(await oracle().verifyRequestSignature(sent, signature), isRight, signature);
      }
    }
    // The raw bytes count: the same text without Meta's escapes is another body.
    const emoji = bodies[1] ?? '';
    assert.equal(verify(JSON.stringify(JSON.parse(emoji)), signed(emoji)), false);
  });

  test('both read the same message, with and without a number', async () => {
    const whole = { wa_id: '254711000001', user_id: 'KE.77', profile: { name: 'Asha 😀' } };
    const { wa_id: _, ...numberless } = whole;
    const { from: __, ...withoutFrom } = text('Mnafungua saa ngapi? 😀');
    const values = [
      { contacts: [whole], messages: [text('Do you deliver?')] },
      { contacts: [numberless], messages: [withoutFrom] },
      { messages: [text('No contacts')] },
    ];
    for (const value of values) {
      const body = written(payload(value));
      const api = oracle();
      // biome-ignore lint/suspicious/noExplicitAny: the library's own types differ by version.
      const heard = new Promise<any>((resolve) => {
        api.on.message = resolve;
      });
      await api.post(JSON.parse(body), body, signed(body));
      const theirs = await heard;
      const [read] = ours.read(whatsappSettings, JSON.parse(body)).messages;
      assert.ok(read);
      assert.equal(read.outsideId, theirs.message.id);
      assert.deepEqual(read.content, { kind: 'text', text: theirs.message.text.body });
      assert.equal(read.peers[0], theirs.message.from_user_id);
      const number = theirs.message.from;
      assert.equal(read.contact, number === undefined ? null : `+${number}`);
    }
  });

  test('groups, reactions and unknown fields are no messages of a visitor', () => {
    const silent = [
      text('In a group', { group_id: 'g1' }),
      { ...text(''), type: 'reaction', reaction: { emoji: '👍' } },
      { ...text(''), type: 'system', system: { body: 'changed' } },
    ];
    const { messages } = ours.read(whatsappSettings, payload({ messages: silent }));
    assert.deepEqual(messages, []);
    for (const broken of [null, [], 'x', { entry: [{ changes: [{ value: { messages: [7] } }] }] }])
      assert.deepEqual(ours.read(whatsappSettings, broken), { messages: [], reports: [] });
    const other = payload({ messages: [text('Hi')] });
    const foreign = { ...whatsappSettings, phone_number_id: '1061' };
    assert.deepEqual(ours.read(foreign, other).messages, []);
  });

  test('we send what the library sends', async (t) => {
    const service = await openMessaging();
    t.after(service.close);
    let theirs: unknown;
    const api = new WhatsAppAPI({
      token: whatsappSettings.access_token,
      appSecret: whatsappSettings.app_secret,
      v: 'v23.0',
      ponyfill: {
        fetch: async (_url: unknown, init?: RequestInit) => {
          theirs = JSON.parse(String(init?.body));
          return Response.json({ messages: [{ id: 'wamid.1' }] });
        },
      } as never,
    });
    const to = { peer: 'KE.77', contact: '+254 711 000001' };
    const message = { id: 'q_1', text: 'Yes, we deliver 😀 https://duka.test' };
    const sent = await openWhatsapp(service.url).send(whatsappSettings, to, message, never);
    assert.deepEqual(sent, { outsideId: 'wamid.out1' });
    await api.sendMessage('1060', '254711000001', new Text(message.text), undefined, message.id);
    const plain = (body: unknown) => {
      const given = body as { text: string | object };
      const inner = typeof given.text === 'string' ? JSON.parse(given.text) : given.text;
      return { ...given, text: { preview_url: false, ...inner }, recipient_type: 'individual' };
    };
    assert.deepEqual(plain(service.sent[0]?.body), plain(theirs));
  });
});

describe('Telegram compared with grammy', () => {
  const token = '123:AAAAAAAAAAAA';
  let service: MessagingServer;
  before(async () => {
    service = await openMessaging();
  });
  after(() => service.close());

  const chat = { id: 555, type: 'private', first_name: 'Juma', username: 'juma' } as const;
  const from = { id: 555, is_bot: false, first_name: 'Juma' };
  const update = (message: object): Update =>
    ({ update_id: 1, message: { message_id: 7, date: 1, chat, from, ...message } }) as Update;

  test('both read the same update and check the same secret', async () => {
    const ours = openTelegram(service.url);
    const seen: { id: number; text: string | undefined; chat: number }[] = [];
    const bot = new Bot(token, { botInfo: { id: 123, is_bot: true } as never });
    bot.on('message', ({ msg }) => {
      seen.push({ id: msg.message_id, text: msg.text, chat: msg.chat.id });
    });
    const theirs = webhookCallback(bot, 'std/http', { secretToken: 'right' });
    const kinds: [object, object][] = [
      [{ text: 'Habari 😀' }, { kind: 'text', text: 'Habari 😀' }],
      [{ voice: { file_id: 'v1', duration: 2 } }, { kind: 'voice', media: 'v1' }],
      [
        { photo: [{ file_id: 'p' }], caption: 'this?' },
        { kind: 'other', what: 'photo' },
      ],
      [{ sticker: { emoji: '😀' } }, { kind: 'other', what: 'sticker' }],
    ];
    for (const [more, content] of kinds) {
      const body = JSON.stringify(update(more));
      for (const secret of ['right', 'wrong', '']) {
        const headers = { 'x-telegram-bot-api-secret-token': secret };
        const request = new Request('http://bot.test', { method: 'POST', body, headers });
        const { status } = await theirs(request);
        const header = () => secret;
        const call = { header, body: Buffer.from(body) };
        assert.equal(ours.verify({ secret_token: 'right' }, call), status === 200, secret);
        assert.equal(status === 200, secret === 'right');
      }
      const [read] = ours.read({}, JSON.parse(body)).messages;
      const their = seen.at(-1);
      assert.equal(read?.outsideId, `${their?.chat}:${their?.id}`);
      assert.deepEqual(read?.content, content);
    }
    assert.equal(seen.length, kinds.length);
  });

  test('we send what grammy sends, and keep the pause that Telegram asks for', async () => {
    const api = new Api(token, { apiRoot: service.url });
    const ours = openTelegram(service.url);
    const message = { id: 'q_1', text: 'Yes 😀 <b>& "we" do</b>' };
    const to = { peer: '555', contact: null };
    assert.deepEqual(await ours.send({ token }, to, message, never), { outsideId: '555:1001' });
    await api.sendMessage('555', message.text, { link_preview_options: { is_disabled: true } });
    const [mine, theirs] = service.sent.slice(-2);
    assert.deepEqual(mine, { ...theirs, authorization: undefined });
    service.statuses.push(429, 429);
    const refused = await ours.send({ token }, to, message, never);
    const error = await api.sendMessage('555', message.text).catch((cause: unknown) => cause);
    assert.ok(error instanceof GrammyError);
    assert.ok('fault' in refused);
    assert.equal(refused.isFinal, false);
    assert.equal(refused.retryAfterMs, (error.parameters.retry_after ?? 0) * 1_000);
  });
});
