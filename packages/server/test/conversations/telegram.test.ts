/** Telegram with a bot whose secret is registered: what opens the webhook, and what becomes of a call. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { conversationLimits } from '@baraza/contract';
import { ask, engines } from '../fixtures/server.ts';
import { shop } from '../fixtures/visit-server.ts';
import { channelsOfSuite } from './channels-of-suite.ts';

for (const engine of engines)
  describe(`calls of Telegram on ${engine}`, () => {
    const { server, owner, at, work } = channelsOfSuite(engine);
    const bot = (site: string) => `12${site.length}:${site.replaceAll('-', '_').padEnd(12, 'A')}`;

    /** Connects a bot, and returns the secret that Telegram was given. */
    async function connect(site: string): Promise<string> {
      const put = await owner.send('PUT', `${site}/channels/telegram`, { token: bot(site) });
      assert.equal(put.status, 200, put.text);
      const hook = at.service.calls.findLast(({ path }) => path === `/bot${bot(site)}/setWebhook`);
      assert.equal(hook?.body.url, `https://assistant.test/v1/channels/telegram/${site}`);
      return hook?.body.secret_token;
    }

    const update = (chat: number, number: number, text: unknown = 'Do you deliver?') => ({
      update_id: 10_000 + number,
      message: {
        ...{ message_id: number, date: 1_763_000_000, from: { id: chat, is_bot: false }, text },
        chat: { id: chat, type: 'private', first_name: 'Juma' },
      },
    });
    const post = (site: string, body: unknown, secret: string | undefined) =>
      ask(server, 'POST', `/v1/channels/telegram/${site}`, {
        body,
        headers: secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret },
      });
    const talks = async (site: string) =>
      (await owner.send('GET', `${site}/conversations?channel=telegram`)).json.conversations;
    const sentTo = (chat: number) =>
      at.service.sent.filter(({ body }) => body.chat_id === `${chat}`).map(({ body }) => body.text);

    let site: string;
    let secret: string;
    before(async () => {
      site = await owner.newSite(shop);
      secret = await connect(site);
    });

    test('all chats wait in one line of a site, so that many hold up no visitor of its page', async () => {
      const busy = await owner.newSite(shop);
      const itsSecret = await connect(busy);
      const lines: (string | undefined)[] = [];
      const { engine: answers } = server.assistant;
      const { question } = answers;
      const watched: typeof question = (source, asked, options) => {
        lines.push(options?.network);
        return question(source, asked, options);
      };
      Object.assign(answers, { question: watched });
      for (const chat of [750, 751, 752]) await post(busy, update(chat, chat), itsSecret);
      await work();
      await ask(server, 'POST', `/v1/sites/${busy}/ask`, { body: { question: 'Do you deliver?' } });
      Object.assign(answers, { question });
      assert.equal(lines.length, 4);
      assert.deepEqual(new Set(lines.slice(0, 3)), new Set(['telegram']));
      assert.notEqual(lines[3], 'telegram');
    });

    test('nothing but the registered secret opens the webhook', async () => {
      const wrong = [
        undefined,
        '',
        ' ',
        'x',
        secret.slice(0, -1),
        `${secret}x`,
        secret.toUpperCase() === secret ? secret.toLowerCase() : secret.toUpperCase(),
        `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`,
        'x'.repeat(secret.length),
        'x'.repeat(4_000),
        bot(site),
      ];
      for (const given of wrong)
        assert.equal((await post(site, update(700, 1), given)).status, 401, `${given}`);
      await work();
      assert.deepEqual([await talks(site), sentTo(700)], [[], []]);
    });

    test('an update that is delivered again, also at once and after its answer, is answered once', async () => {
      const all = await Promise.all(
        Array.from({ length: 12 }, () => post(site, update(701, 1), secret)),
      );
      assert.ok(all.every(({ status }) => status === 200));
      await work();
      assert.equal((await post(site, update(701, 1), secret)).status, 200);
      // A message that was edited, or that is sent with another number of the update, is the same message.
      const again = { ...update(701, 1, 'Something else?'), update_id: 1 };
      assert.equal((await post(site, again, secret)).status, 200);
      await work();
      assert.equal(sentTo(701).length, 1);
    });

    test('the secret of one site opens no other, and the same person talks with each apart', async () => {
      const other = await owner.newSite(shop);
      const theirs = await connect(other);
      assert.notEqual(theirs, secret);
      assert.equal((await post(other, update(702, 1), secret)).status, 401);
      assert.equal((await post(site, update(702, 1), theirs)).status, 401);
      assert.equal((await post(site, update(702, 1), secret)).status, 200);
      assert.equal((await post(other, update(702, 1), theirs)).status, 200);
      await work();
      assert.equal(sentTo(702).length, 2);
      const [here] = await talks(site);
      const [there] = await talks(other);
      assert.notEqual(here.id, there.id);
    });

    test('a bot that is connected again has a new secret, and the one before opens nothing', async () => {
      const own = await owner.newSite(shop);
      const first = await connect(own);
      const next = await connect(own);
      assert.notEqual(next, first);
      assert.equal((await post(own, update(703, 1), first)).status, 401);
      assert.equal((await post(own, update(703, 1), next)).status, 200);
    });

    test('a name as long as the service can send is cut, in the first message and in later ones', async () => {
      const named = (number: number, name: string) => {
        const { message, ...rest } = update(705, number);
        const chat = { ...message.chat, first_name: name, last_name: name };
        return { ...rest, message: { ...message, chat } };
      };
      for (const [number, name] of ['a🌍'.repeat(160), '🌍b'.repeat(160)].entries()) {
        assert.equal((await post(site, named(number, name), secret)).status, 200);
        const { name: shown } = (await talks(site)).find(
          ({ contact, name: found }: never) => contact === null && String(found).includes('🌍'),
        );
        assert.equal(shown, [...name].slice(0, 200).join(''));
      }
      await work();
    });

    test('a huge, deep or broken call is refused in one sentence or ignored, and the next is served', async () => {
      const huge = {
        ...update(704, 1),
        padding: 'x'.repeat(conversationLimits.channelBodyBytesMax),
      };
      assert.equal((await post(site, huge, secret)).status, 413);
      const deep = Buffer.from(
        `{"update_id":1,"message":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      );
      for (const body of [deep, Buffer.from('{"message":'), Buffer.from('')])
        assert.equal((await post(site, body, secret)).status, 400);
      for (const odd of [
        {},
        { message: null },
        { message: [] },
        { message: { chat: { id: 704, type: 'private' } } },
        { message: { message_id: 2, chat: { id: {}, type: 'private' } } },
        { update_id: 'x', edited_message: update(704, 2).message },
      ])
        assert.equal((await post(site, odd, secret)).status, 200);
      assert.equal((await post(site, update(704, 3, 'x'.repeat(100_000)), secret)).status, 200);
      assert.equal((await post(site, update(704, 4, { a: 1 }), secret)).status, 200);
      assert.equal((await post(site, update(704, 5), secret)).status, 200);
      await work();
      const answers = sentTo(704);
      assert.equal(answers.length, 3);
      assert.match(answers[2], /200 shillings/);
    });
  });
