import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTelegram } from '../../src/channels/telegram.ts';
import { openWhatsapp } from '../../src/channels/whatsapp.ts';
import type { Sender } from '../../src/delivery/retrying-sender.ts';
import { createArrivalAnswers } from '../../src/site/channels/arrival-answers.ts';
import { createChannelSender } from '../../src/site/channels/channel-sender.ts';
import { holdConversation, updateConversation } from '../../src/store/site/conversations.ts';
import { sql } from '../../src/store/store.ts';
import {
  type MessagingServer,
  openMessaging,
  signatureOf,
  whatsappBody,
  whatsappText,
} from '../fakes/messaging.ts';
import { openSiteServer, type SiteOwner, type SiteServer, shop } from '../fixtures/visit-server.ts';

const settings = {
  phone_number_id: '1060',
  access_token: 'EAAG-token',
  app_secret: 'app-secret',
  verify_token: 'check-me',
};

describe('messages of channels and what becomes of them, on PostgreSQL', () => {
  let service: MessagingServer;
  let server: SiteServer;
  let owner: SiteOwner;
  let site: string;
  let answers: Sender;
  let sends: Sender;
  before(async () => {
    service = await openMessaging();
    const channels = { whatsapp: openWhatsapp(service.url), telegram: openTelegram(service.url) };
    server = await openSiteServer('postgres', { channels });
    owner = await server.newOwner();
    site = await owner.newSite({ ...shop, people: true });
    await owner.send('PUT', `${site}/channels/whatsapp`, settings);
    answers = createArrivalAnswers(server.assistant, undefined);
    sends = createChannelSender(server.assistant, undefined);
  });
  after(async () => {
    await Promise.all([answers.stop(), sends.stop()]);
    await server.close();
    await service.close();
  });

  const deliver = (value: object) => {
    const body = whatsappBody(value);
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(body, settings.app_secret),
    };
    return fetch(`${server.url}/v1/channels/whatsapp/${site}`, { method: 'POST', body, headers });
  };
  const report = (id: string, status: string, more = {}) =>
    deliver({ statuses: [{ id, status, timestamp: '1763000001', ...more }] });
  const work = async () => {
    for (const worker of [answers, sends]) {
      worker.wake();
      await worker.idle();
    }
  };
  const sentTo = (number: string) => service.sent.filter(({ body }) => body.to === number);
  const conversationOf = async (number: string) =>
    (
      await owner.send('GET', `${site}/conversations?channel=whatsapp&limit=1000`)
    ).json.conversations.find(({ contact }: { contact: string }) => contact === `+${number}`);
  const lastOf = async (number: string) => {
    const { id } = await conversationOf(number);
    return (await owner.send('GET', `${site}/conversations/${id}`)).json.messages.at(-1);
  };

  test('a failure that is reported before the answer to the send is not forgotten', async () => {
    const number = '254722000001';
    const errors = [{ code: 131_026, title: 'Message undeliverable' }];
    service.onTaken = async ({ body }, id) => {
      const data = { biz_opaque_callback_data: body.biz_opaque_callback_data };
      assert.equal((await report(id, 'failed', { ...data, errors })).status, 200);
    };
    await deliver(whatsappText('wamid.o1', 'Do you deliver?', number));
    await work();
    service.onTaken = async () => {};
    const id = `wamid.out${service.sent.length}`;
    // Older reports come late.
    await report(id, 'delivered');
    await report(id, 'sent');
    const last = await lastOf(number);
    assert.equal(last.delivery, 'failed');
    assert.match(last.fault, /undeliverable \(131026\)/);
    assert.equal((await report('wamid.unknown', 'failed', { errors })).status, 200);
  });

  test('a message whose answer was lost is not sent again where Meta reports that it has it', async () => {
    const number = '254722000002';
    service.statuses.push(0);
    await deliver(whatsappText('wamid.l1', 'Do you deliver?', number));
    await work();
    assert.equal((await lastOf(number)).delivery, 'pending');
    const data = sentTo(number)[0]?.body.biz_opaque_callback_data;
    await report(`wamid.out${service.sent.length}`, 'read', { biz_opaque_callback_data: data });
    server.clock.advance(6_000);
    await work();
    assert.equal(sentTo(number).length, 1);
    assert.equal((await lastOf(number)).delivery, 'sent');
  });

  test('after a crash in the middle of a send, Meta is given time to report before the next', async () => {
    for (const [number, isReported] of [
      ['254722000003', true],
      ['254722000004', false],
    ] as const) {
      await deliver(whatsappText(`wamid.k${number}`, 'Do you deliver?', number));
      answers.wake();
      await answers.idle();
      const { store } = server.installation;
      await store.write((tx) => tx.run(sql`UPDATE channel_sends SET tries = 1`));
      const { id } = await lastOf(number);
      await work();
      assert.equal(sentTo(number).length, 0);
      const data = { biz_opaque_callback_data: `q${id.slice(1)}` };
      if (isReported) await report(`wamid.of${number}`, 'sent', data);
      server.clock.advance(31_000);
      await work();
      assert.equal(sentTo(number).length, isReported ? 0 : 1);
      assert.equal((await lastOf(number)).delivery, 'sent');
    }
  });

  test('what a service delivers does not undo a takeover in the same moment', async () => {
    const number = '254722000005';
    await deliver(whatsappText('wamid.t1', 'Do you deliver?', number));
    await work();
    const { id } = await conversationOf(number);
    const { store } = server.installation;
    let delivery: Promise<Response> | undefined;
    await store.write(async (tx) => {
      const row = await holdConversation(tx, site, id);
      assert.ok(row);
      const person_until = server.assistant.clock() + 3_600_000;
      await updateConversation(tx, { ...row, state: 'person', person: 'Asha', person_until });
      const value = whatsappText('wamid.t2', 'Do you deliver?', number, 1_763_000_002);
      const [contact] = value.contacts;
      const renamed = { ...contact, profile: { name: 'Asha Wanjiru' } };
      delivery = deliver({ ...value, contacts: [renamed] });
      const waiting = sql`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await store.get<{ n: number }>(waiting))?.n === 0);
    });
    assert.equal((await delivery)?.status, 200);
    await work();
    const conversation = await conversationOf(number);
    assert.deepEqual([conversation.state, conversation.name], ['person', 'Asha Wanjiru']);
    assert.equal(sentTo(number).length, 1);
  });
});
