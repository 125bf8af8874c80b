import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lockConversation, updateConversation } from '../../src/store/site/conversations.ts';
import { sql } from '../../src/store/store.ts';
import { whatsappText } from '../fakes/messaging.ts';
import { channelsOfSuite } from './channels-of-suite.ts';

describe('messages of channels and what becomes of them, on PostgreSQL', () => {
  const { server, owner, at, deliver, work, conversationOf } = channelsOfSuite('postgres');
  const report = (id: string, status: string, more = {}) =>
    deliver({ statuses: [{ id, status, timestamp: '1763000001', ...more }] });
  const sentTo = (number: string) => at.service.sent.filter(({ body }) => body.to === number);
  const lastOf = async (number: string) => {
    const { id } = await conversationOf(number);
    return (await owner.send('GET', `${at.site}/conversations/${id}`)).json.messages.at(-1);
  };

  test('a failure that is reported before the answer to the send is not forgotten', async () => {
    const number = '254722000001';
    const errors = [{ code: 131_026, title: 'Message undeliverable' }];
    at.service.onTaken = async ({ body }, id) => {
      const data = { biz_opaque_callback_data: body.biz_opaque_callback_data };
      assert.equal((await report(id, 'failed', { ...data, errors })).status, 200);
    };
    await deliver(whatsappText('wamid.o1', 'Do you deliver?', number));
    await work();
    at.service.onTaken = async () => {};
    const id = `wamid.out${at.service.sent.length}`;
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
    at.service.statuses.push(0);
    await deliver(whatsappText('wamid.l1', 'Do you deliver?', number));
    await work();
    assert.equal((await lastOf(number)).delivery, 'pending');
    const data = sentTo(number)[0]?.body.biz_opaque_callback_data;
    await report(`wamid.out${at.service.sent.length}`, 'read', { biz_opaque_callback_data: data });
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
      at.answers.wake();
      await at.answers.idle();
      const { store } = server.installation;
      await store.write((tx) =>
        tx.run(sql`UPDATE outbox SET tries = 1, taken_until = 0 WHERE kind = 'send'`),
      );
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
      const row = await lockConversation(tx, at.site, id);
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
