/** The log of deliveries over the API: why something was not delivered, and sending it once more. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Delivery, deliveryDetailsSchema, deliveryListSchema } from '@baraza/contract';
import { retryDelaysMs } from '../../src/delivery/lanes.ts';
import { sql } from '../../src/store/store.ts';
import { ask, defaultEngine, newResource, resources } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

describe('the log of deliveries', () => {
  const {
    server,
    startSender,
    startReceiver,
    subscribe,
    patch,
    log,
    redeliver,
    tryAgain,
    openHook,
  } = webhookServer(defaultEngine);

  const one = (key: string, id: string, deliveryId: string) =>
    ask(server, 'GET', `${resources}/${id}/deliveries/${deliveryId}`, { key });
  const only = async (owner: { readonly key: string }, id: string): Promise<Delivery> => {
    const [delivery, ...rest] = await log(owner, id);
    assert.ok(delivery && rest.length === 0);
    return delivery;
  };

  test('a delivery that failed 8 times shows its reason and every try, and can be sent once more', async () => {
    let isUp = false;
    const { owner, receiver, sender, hook, arrived } = await openHook((response) =>
      response.writeHead(isUp ? 200 : 503).end(),
    );
    const made = await newResource(server, owner.key, 'data');
    await arrived(1);
    const waiting = await only(owner, hook.id);
    assert.deepEqual(
      [waiting.event, waiting.tries, waiting.status, waiting.responseStatus, waiting.error],
      ['resource-created', 1, 'pending', 503, 'status 503'],
    );
    assert.equal(waiting.resourceId, made.id);
    const inMs = Date.parse(waiting.nextTryAt ?? '') - server.platform.clock();
    assert.equal(inMs, retryDelaysMs[0]);
    for (const delayMs of retryDelaysMs) await tryAgain(sender, delayMs + 61_000);
    const failed = await only(owner, hook.id);
    assert.deepEqual(
      [failed.id, failed.tries, failed.status, failed.error, failed.nextTryAt],
      [waiting.id, 8, 'failed', 'status 503', null],
    );
    const { json: whole } = await one(owner.key, hook.id, failed.id);
    const inStatus = async (status: string) =>
      (await owner.send('GET', `${resources}/${hook.id}/deliveries?status=${status}`)).json;
    assert.deepEqual((await inStatus('failed')).deliveries, [failed]);
    for (const other of ['pending', 'sending', 'held', 'delivered'])
      assert.deepEqual((await inStatus(other)).deliveries, [], other);
    assert.match((await inStatus('lost')).error, /status must be one of pending, /);
    assert.equal(whole.attempts.length, 8);
    assert.ok(whole.attempts.every(({ error }: Delivery) => error === 'status 503'));
    assert.deepEqual(whole.payload, receiver.received[0]?.json);
    isUp = true;
    const again = await redeliver(owner, hook.id, failed.id);
    assert.equal(again.status, 200, again.text);
    assert.deepEqual([again.json.status, again.json.tries], ['pending', 0]);
    // Without moving the clock: who asks is not kept waiting by the pause after failures.
    await arrived(9);
    assert.equal(receiver.received[8]?.id, failed.id);
    const delivered = await only(owner, hook.id);
    assert.deepEqual(
      [delivered.status, delivered.tries, delivered.responseStatus, delivered.error],
      ['delivered', 1, 200, null],
    );
    const { attempts } = (await one(owner.key, hook.id, failed.id)).json;
    assert.deepEqual(
      attempts.map(({ responseStatus }: Delivery) => responseStatus),
      [...Array(8).fill(503), 200],
    );
  });

  test('a delivery that waits for its next try is sent at once on request', async () => {
    const { owner, hook, arrived } = await openHook((response, _, count) =>
      response.writeHead(count === 1 ? 500 : 200).end(),
    );
    await newResource(server, owner.key, 'data');
    await arrived(1);
    const { id } = await only(owner, hook.id);
    assert.equal((await redeliver(owner, hook.id, id)).status, 200);
    await arrived(2);
    const delivery = await only(owner, hook.id);
    assert.deepEqual([delivery.status, delivery.tries], ['delivered', 2]);
    const counted = await server.platform.store.get<{ waiting: number }>(
      sql`SELECT waiting FROM receivers WHERE receiver = ${hook.id}`,
    );
    assert.equal(counted?.waiting, 0);
  });

  test('a test is sent once and signed, with its result in the log; a failed one is not retried', async () => {
    let status = 500;
    const { owner, hook, receiver, arrived } = await openHook((response) =>
      response.writeHead(status).end(),
    );
    const target = `${resources}/${hook.id}/deliveries/test`;
    const sent = await owner.send('POST', target);
    assert.equal(sent.status, 200, sent.text);
    assert.deepEqual([sent.json.event, sent.json.resourceId], ['ping', hook.id]);
    await arrived(1);
    const failed = await only(owner, hook.id);
    assert.deepEqual(
      [failed.id, failed.status, failed.tries, failed.responseStatus, failed.nextTryAt],
      [sent.json.id, 'failed', 1, 500, null],
    );
    assert.equal(receiver.received[0]?.json.type, 'ping');
    assert.equal(receiver.received[0]?.json.data.resourceId, hook.id);
    status = 204;
    await owner.send('POST', target);
    await arrived(2);
    const [delivered] = await log(owner, hook.id);
    assert.deepEqual([delivered?.status, delivered?.responseStatus], ['delivered', 204]);
    await patch(owner, hook.id, { action: 'archive' });
    assertRefusal(await owner.send('POST', target), 'archived', 409);
    const form = await newResource(server, owner.key, 'connect');
    const ofForm = await owner.send('POST', `${resources}/${form.id}/deliveries/test`);
    assertRefusal(ofForm, 'a form', 400);
  });

  test('the answers match the contract, and an absent delivery is 404', async () => {
    const owner = await server.newOwner();
    const { json: hook } = await subscribe(owner, { url: 'https://hooks.example/in' });
    const form = await newResource(server, owner.key, 'connect');
    const list = await owner.send('GET', `${resources}/${hook.id}/deliveries`);
    const { deliveries } = deliveryListSchema.strict().parse(list.json);
    const [delivery] = deliveries;
    const details = await one(owner.key, hook.id, delivery?.id ?? '');
    deliveryDetailsSchema.strict().parse(details.json);
    assert.deepEqual(details.json.attempts, []);
    const { json: second } = await subscribe(owner, { url: 'https://hooks.example/in' });
    for (const [id, deliveryId] of [
      [second.id, delivery?.id],
      [hook.id, `evt_${'0'.repeat(25)}1`],
      [hook.id, 'evt_'],
      [hook.id, '%00'],
    ]) {
      const target = `${resources}/${id}/deliveries/${deliveryId}`;
      assertRefusal(await owner.send('GET', target), 'read', 404);
      assertRefusal(await owner.send('POST', `${target}/redeliver`), 'send', 404);
    }
    const target = `${resources}/${form.id}/deliveries`;
    assertRefusal(await owner.send('GET', target), 'a form', 400);
  });

  test('deliveries of a webhook without a valid key or an address are held, and not sent on request', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['*']);
    const receiver = await startReceiver();
    const { json: hook } = await subscribe(leaked, { url: receiver.url });
    await newResource(server, owner.key, 'data');
    await server.revoke(leaked.id);
    const sender = startSender();
    await tryAgain(sender, 1);
    const held = await only(owner, hook.id);
    assert.deepEqual([held.status, held.tries, held.nextTryAt], ['held', 0, null]);
    const refused = await redeliver(owner, hook.id, held.id);
    assertRefusal(refused, 'suspended', 409);
    assert.match(refused.json.error, /another key/);
    await patch(owner, hook.id, { action: 'configure', config: {} });
    const without = await redeliver(owner, hook.id, held.id);
    assertRefusal(without, 'without an address', 409);
    assert.equal(receiver.received.length, 0);
  });

  test('a key that ends during the DNS lookup of the receiver sends no request', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['*']);
    const receiver = await startReceiver();
    const { json: hook } = await subscribe(leaked, { url: `http://slow.test:${receiver.port}/` });
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      const sender = startSender({
        resolve: (_, done) => {
          answer = () => done(null, [{ address: '127.0.0.1', family: 4 }]);
          resolve();
        },
      });
      sender.wake();
    });
    await newResource(server, owner.key, 'data');
    await isAsked;
    await server.revoke(leaked.id);
    server.platform.changes.announceKeyEnd(leaked.id);
    answer();
    let status: Delivery['status'] = 'sending';
    while (status === 'sending') ({ status } = await only(owner, hook.id));
    assert.equal(status, 'held');
    assert.equal(receiver.received.length, 0);
  });

  test('events queued for a wide key do not go to an address set by a narrower one', async () => {
    const owner = await server.newOwner();
    const receiver = await startReceiver();
    const { json: hook } = await subscribe(owner, { url: `${receiver.url}/wide` });
    const { id: hidden } = await newResource(server, owner.key, 'data');
    const { id: known } = await newResource(server, owner.key, 'connect');
    const { key } = await owner.newKey(['*'], null, [hook.id, known]);
    const config = { url: `${receiver.url}/narrow` };
    assert.equal((await patch({ key }, hook.id, { action: 'configure', config })).status, 200);
    const sender = startSender();
    sender.wake();
    await sender.idle();
    assert.deepEqual(
      receiver.received.map(({ json }) => json.data.resourceId),
      [known],
    );
    const dropped = (await log(owner, hook.id)).find(({ resourceId }) => resourceId === hidden);
    assert.deepEqual([dropped?.status, dropped?.responseStatus], ['failed', null]);
    assert.match(dropped?.error ?? '', /may not read/);
  });

  test('with include the event carries the record as it is, and as it was when it is deleted', async () => {
    const owner = await server.newOwner();
    const receiver = await startReceiver();
    const sender = startSender();
    const { id } = await newResource(server, owner.key, 'data');
    const form = await newResource(server, owner.key, 'connect');
    const url = receiver.url;
    await subscribe(owner, { url: `${url}/with`, include: 'record' });
    const { json: bare } = await subscribe(owner, { url: `${url}/bare` });
    assert.equal((await subscribe(owner, { url, include: 'everything' })).status, 400);
    await patch(owner, bare.id, { action: 'rename', name: 'x' });
    const record = { item: 'unga', note: 'ünïcode 🎉' };
    const added = await patch(owner, id, { action: 'add-record', record });
    const { recordId } = added.json;
    const changed = { item: 'sukari' };
    const update = { action: 'update-record', recordId, record: changed };
    const updated = await patch(owner, id, update);
    await patch(owner, id, { action: 'delete-record', recordId });
    const captured = await patch(owner, form.id, { action: 'capture', record });
    await receiver.came(10);
    await sender.idle();
    const eventOf = (path: string, type: string) =>
      receiver.received.find((each) => each.path === path && each.json.type === type)?.json.data;
    const withRecord = '/hook/with';
    assert.deepEqual(eventOf(withRecord, 'record-added').record, added.json.record);
    assert.deepEqual(eventOf(withRecord, 'record-updated').record, updated.json.record);
    assert.deepEqual(eventOf(withRecord, 'record-deleted').record, updated.json.record);
    assert.deepEqual(eventOf(withRecord, 'entry-captured').record, captured.json.record);
    assert.equal('record' in eventOf(withRecord, 'resource-renamed'), false);
    for (const { path, json } of receiver.received)
      if (path === '/hook/bare') assert.equal('record' in json.data, false);
  });

  test('the event also carries a record that is changed through the record routes', async () => {
    const config = {
      include: 'record',
      events: ['record-added', 'record-updated', 'record-deleted'],
    };
    const { owner, receiver, arrived } = await openHook(undefined, config);
    const { id } = await newResource(server, owner.key, 'data');
    const call = async (method: string, path: string, body?: object) => {
      const given = { key: owner.key, ...(body === undefined ? {} : { body }) };
      return (await ask(server, method, `${resources}/${id}/records${path}`, given)).json;
    };
    const { recordId } = await call('POST', '', { item: 'unga' });
    await call('PUT', `/${recordId}`, { item: 'sukari' });
    await call('PATCH', `/${recordId}`, { count: 2 });
    await call('DELETE', `/${recordId}`);
    await arrived(4);
    const events = receiver.received.map(({ json }) => [json.type, json.data.record?.record]);
    const byContent = (a: unknown, b: unknown) =>
      JSON.stringify(a).localeCompare(JSON.stringify(b));
    const last = { item: 'sukari', count: 2 };
    assert.deepEqual(
      events.toSorted(byContent),
      [
        ['record-added', { item: 'unga' }],
        ['record-deleted', last],
        ['record-updated', { item: 'sukari' }],
        ['record-updated', last],
      ].toSorted(byContent),
    );
  });
});
