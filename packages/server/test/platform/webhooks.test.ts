import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyWebhook } from '@baraza/client';
import { limits } from '@baraza/contract';
import { sql } from '../../src/store/store.ts';
import { isSigned } from '../fakes/receiver.ts';
import { defaultEngine, newResource, resources } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';

describe('webhooks', () => {
  const {
    server,
    startSender,
    startReceiver,
    subscribe,
    patch,
    deliveries,
    webhookCount,
    tryAgain,
    openHook,
  } = webhookServer(defaultEngine);

  test('a change arrives signed, as its activity entry, with a unique id', async () => {
    const { owner, receiver, hook, arrived } = await openHook();
    const { id } = await newResource(server, owner.key, 'data');
    await patch(owner, id, { action: 'rename', name: 'x' });
    await arrived(2);
    const { json: list } = await owner.send('GET', resources);
    const events = receiver.received
      .map(({ json }) => json)
      .toSorted((a, b) => (a.data.id < b.data.id ? 1 : -1));
    assert.deepEqual(
      events.map(({ data }) => data),
      list.activity.slice(0, 2),
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ['resource-renamed', 'resource-created'],
    );
    for (const each of receiver.received) {
      assert.match(each.id, /^evt_[0-9a-z]{26}$/);
      assert.ok(isSigned(each, hook.secret));
      const now = server.platform.clock;
      const verified = await verifyWebhook(hook.secret, each.headers, each.body, { now });
      assert.deepEqual(verified, { id: each.id, ...each.json });
      assert.ok(!isSigned({ ...each, body: `${each.body} ` }, hook.secret));
      assert.equal(each.headers['content-type'], 'application/json');
      assert.equal(each.headers.authorization, undefined);
      const ageMs = server.platform.clock() - Number(each.headers['webhook-timestamp']) * 1000;
      assert.ok(ageMs >= 0 && ageMs < 10_000);
    }
    assert.equal(new Set(receiver.received.map((each) => each.id)).size, 2);
    assert.deepEqual(
      (await deliveries(hook.id)).map(({ state, tries, status }) => [state, tries, status]),
      [
        ['delivered', 1, 204],
        ['delivered', 1, 204],
      ],
    );
  });

  test('the secret is shown once: not read, not listed, not repeated, not stored', async () => {
    const owner = await server.newOwner();
    const headers = { 'idempotency-key': 'once' };
    const config = { url: 'https://hooks.example/in' };
    const created = await subscribe(owner, config, headers);
    assert.equal(created.status, 201);
    assert.match(created.json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await subscribe(owner, config, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const { secret: _, ...rest } = created.json;
    assert.deepEqual(again.json, rest);
    const read = await owner.send('GET', `${resources}/${rest.id}`);
    const list = await owner.send('GET', resources);
    const renamed = await patch(owner, rest.id, { action: 'rename', name: 'x' });
    for (const { text } of [again, read, list, renamed]) assert.ok(!text.includes('whsec_'));
    const { store } = server.platform;
    const stored = JSON.stringify([
      await store.all(sql`SELECT * FROM webhooks`),
      await store.all(sql`SELECT * FROM answers`),
      await store.all(sql`SELECT * FROM activity`),
      await store.all(sql`SELECT * FROM resources`),
    ]);
    assert.ok(stored.includes(rest.id));
    assert.ok(!stored.includes(created.json.secret.slice('whsec_'.length)));
  });

  test('only the events asked for are sent, and never those of the webhook itself', async () => {
    const events = ['resource-archived'];
    const { owner, receiver, hook, arrived } = await openHook(undefined, { events });
    const { id } = await newResource(server, owner.key, 'data');
    await patch(owner, hook.id, { action: 'rename', name: 'x' });
    await patch(owner, id, { action: 'archive' });
    await arrived(1);
    assert.deepEqual(
      receiver.received.map(({ json }) => json.type),
      ['resource-archived'],
    );
  });

  test('a webhook gets only events that the key which set its address may read', async () => {
    const owner = await server.newOwner();
    const narrow = await owner.newKey(['connect']);
    const receiver = await startReceiver();
    const sender = startSender();
    const { json: wide } = await subscribe(owner, { url: `${receiver.url}/wide` });
    await subscribe(narrow, { url: `${receiver.url}/narrow` });
    await newResource(server, owner.key, 'data');
    const form = await newResource(server, owner.key, 'connect');
    const paths = async (from: number, to: number) => {
      await receiver.came(to);
      await sender.idle();
      return receiver.received
        .slice(from)
        .map(({ path, json }) => `${path} ${json.data.service}`)
        .sort();
    };
    // The creation of the second webhook is an event for the first.
    assert.deepEqual(await paths(0, 4), [
      '/hook/narrow connect',
      '/hook/wide connect',
      '/hook/wide connect',
      '/hook/wide data',
    ]);
    await patch(narrow, wide.id, {
      action: 'configure',
      config: { url: `${receiver.url}/taken` },
    });
    await receiver.came(5);
    await newResource(server, owner.key, 'data');
    await patch(owner, form.id, { action: 'rename', name: 'x' });
    assert.deepEqual(await paths(5, 7), ['/hook/narrow connect', '/hook/taken connect']);
  });

  test('no event of another owner is sent', async () => {
    const { owner, receiver, arrived } = await openHook();
    const other = await server.newOwner();
    await newResource(server, other.key, 'data');
    const { id } = await newResource(server, owner.key, 'data');
    await arrived(1);
    assert.deepEqual(
      receiver.received.map(({ json }) => json.data.resourceId),
      [id],
    );
  });

  test('an archived webhook sends nothing; waiting deliveries are sent when it is restored', async () => {
    const { owner, receiver, sender, hook, arrived } = await openHook((response, _, count) =>
      response.writeHead(count === 1 ? 500 : 200).end(),
    );
    await newResource(server, owner.key, 'data');
    await arrived(1);
    await patch(owner, hook.id, { action: 'archive' });
    await newResource(server, owner.key, 'data');
    await tryAgain(sender, 60_000);
    assert.equal(receiver.received.length, 1);
    await patch(owner, hook.id, { action: 'restore' });
    await arrived(2);
    assert.equal(receiver.received.length, 2, 'events while it is archived are not sent');
    assert.equal(receiver.received[0]?.id, receiver.received[1]?.id);
  });

  test('the deliveries of a deleted webhook are deleted too, and it no longer counts for its owner', async () => {
    const { owner, receiver, sender, hook, arrived } = await openHook((response) =>
      response.writeHead(500).end(),
    );
    assert.equal(await webhookCount(owner), 1);
    await newResource(server, owner.key, 'data');
    await arrived(1);
    await owner.send('DELETE', `${resources}/${hook.id}`);
    assert.equal(await webhookCount(owner), 0);
    await newResource(server, owner.key, 'data');
    await tryAgain(sender, 60_000);
    assert.equal(receiver.received.length, 1);
    const rows = await server.platform.store.all(
      sql`SELECT id FROM deliveries WHERE webhook_id = ${hook.id}
        UNION ALL SELECT id FROM outbox WHERE receiver = ${hook.id}
        UNION ALL SELECT receiver FROM receivers WHERE receiver = ${hook.id}`,
    );
    assert.equal(rows.length, 0);
  });

  test('configure sets the address; without an address nothing is queued; an invalid one is refused', async () => {
    const owner = await server.newOwner();
    const receiver = await startReceiver();
    const sender = startSender();
    const bare = await subscribe(owner, {});
    assert.equal(bare.status, 201);
    const { id } = bare.json;
    await newResource(server, owner.key, 'data');
    assert.deepEqual(await deliveries(id), []);
    for (const config of [
      { url: 'ftp://example.com/' },
      { url: 'no address' },
      { url: 5 },
      { url: 'https://user:word@example.com/' },
      { url: receiver.url, events: ['exploded'] },
      { url: receiver.url, events: 'record-added' },
    ]) {
      assert.equal((await patch(owner, id, { action: 'configure', config })).status, 400);
      assert.equal((await subscribe(owner, config)).status, 400);
    }
    assert.equal(await webhookCount(owner), 1);
    await patch(owner, id, { action: 'configure', config: { url: receiver.url, events: ['*'] } });
    const made = await newResource(server, owner.key, 'data');
    await receiver.came(1);
    await sender.idle();
    assert.deepEqual(
      receiver.received.map(({ json }) => json.data.resourceId),
      [made.id],
    );
  });

  test('a change that is rolled back is not delivered', async () => {
    const { owner, hook, arrived } = await openHook();
    const { store } = server.platform;
    const { id } = await newResource(server, owner.key, 'data');
    await arrived(1);
    await store.script(['ALTER TABLE outbox RENAME TO outbox_away']);
    const lost = await patch(owner, id, { action: 'rename', name: 'lost' });
    await store.script(['ALTER TABLE outbox_away RENAME TO outbox']);
    assert.equal(lost.status, 503);
    const { json } = await owner.send('GET', `${resources}/${id}`);
    assert.equal(json.version, 1);
    assert.equal((await deliveries(hook.id)).length, 1);
  });

  test('the last 100 deliveries are kept, and unfinished ones always', async () => {
    const { owner, hook, arrived } = await openHook((response, { json }) =>
      response.writeHead(json.data.name === 'refused' ? 500 : 200).end(),
    );
    const { id } = await newResource(server, owner.key, 'data');
    await patch(owner, id, { action: 'rename', name: 'refused' });
    await arrived(2);
    for (let n = 0; n < 110; n += 1) await patch(owner, id, { action: 'rename', name: `${n}` });
    await arrived(112);
    const { store } = server.platform;
    const logged = await store.all(sql`SELECT id FROM deliveries WHERE webhook_id = ${hook.id}`);
    assert.ok(logged.length >= limits.webhookDeliveriesKept, `${logged.length}`);
    assert.ok(logged.length <= limits.webhookDeliveriesKept + 20, `${logged.length}`);
    const waiting = await store.all(sql`SELECT id FROM outbox WHERE receiver = ${hook.id}`);
    assert.equal(waiting.length, 1);
    assert.equal((await deliveries(hook.id)).length, 100);
    const counted = await server.platform.store.get<{ waiting: number }>(
      sql`SELECT waiting FROM receivers WHERE receiver = ${hook.id}`,
    );
    assert.equal(counted?.waiting, 1);
  });

  test('the waiting deliveries of a webhook are limited, and the change itself still happens', async () => {
    const owner = await server.newOwner();
    const { json: hook } = await subscribe(owner, { url: 'https://hooks.example/in' });
    await server.platform.store.script([
      `UPDATE receivers SET waiting = ${limits.webhookPendingMax - 1} WHERE receiver = '${hook.id}'`,
    ]);
    await newResource(server, owner.key, 'data');
    await newResource(server, owner.key, 'data');
    assert.equal((await deliveries(hook.id)).length, 1);
  });
});
