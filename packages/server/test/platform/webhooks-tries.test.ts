import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSeal } from '../../src/access/seal.ts';
import { isSigned, openReceiver } from '../fakes/receiver.ts';
import { ask, defaultEngine, newResource, resources } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';

describe('tries of webhooks', () => {
  const { server, startSender, startReceiver, subscribe, patch, deliveries, tryAgain, openHook } =
    webhookServer(defaultEngine);

  test('500 and then 200: the same id and body again, signed for the time of the try', async () => {
    const { owner, receiver, sender, hook, arrived } = await openHook((response, _, count) =>
      response.writeHead(count < 3 ? 500 : 200).end(),
    );
    await newResource(server, owner.key, 'data');
    await arrived(1);
    await tryAgain(sender, 4_000);
    assert.equal(receiver.received.length, 1, 'not before its time');
    await tryAgain(sender, 2_000);
    await tryAgain(sender, 31_000);
    assert.equal(receiver.received.length, 3);
    assert.equal(new Set(receiver.received.map(({ id, body }) => id + body)).size, 1);
    for (const each of receiver.received) assert.ok(isSigned(each, hook.secret));
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    assert.equal(new Set(times).size, 3);
    const [delivery] = await deliveries(hook.id);
    assert.deepEqual([delivery?.state, delivery?.tries, delivery?.fault], ['delivered', 3, null]);
  });

  test('a receiver that is down gets it when it is up again', async () => {
    const owner = await server.newOwner();
    const gone = await openReceiver();
    await gone.close();
    const sender = startSender();
    const { json: hook } = await subscribe(owner, { url: gone.url });
    await newResource(server, owner.key, 'data');
    await sender.idle();
    assert.equal((await deliveries(hook.id))[0]?.fault, 'ECONNREFUSED');
    const back = await startReceiver(undefined, gone.port);
    await tryAgain(sender, 6_000);
    assert.ok(isSigned(back.received[0] as never, hook.secret));
  });

  test('a receiver that is too slow counts as failed, and one that answers without end as answered', async () => {
    const owner = await server.newOwner();
    const slow = await startReceiver(() => {});
    const endless = await startReceiver((response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(30_000)), 1);
      response.on('close', () => clearInterval(pour));
    });
    const sender = startSender({ timeoutMs: 2_000 });
    const { json: first } = await subscribe(owner, { url: slow.url });
    const { json: second } = await subscribe(owner, { url: endless.url });
    await newResource(server, owner.key, 'data');
    await sender.idle();
    const [late] = await deliveries(first.id);
    assert.deepEqual([late?.state, late?.fault], ['pending', 'it took too long']);
    assert.equal((await deliveries(second.id))[0]?.state, 'delivered');
  });

  test('a redirect is not followed and counts as failed', async () => {
    const owner = await server.newOwner();
    const inside = await startReceiver();
    const sender = startSender();
    for (const status of [301, 302, 303, 307, 308]) {
      const receiver = await startReceiver((response) =>
        response.writeHead(status, { location: inside.url }).end(),
      );
      const { json: hook } = await subscribe(owner, {
        url: receiver.url,
        events: ['task-completed'],
      });
      const { id } = await newResource(server, owner.key, 'work');
      await patch(owner, id, { action: 'complete' });
      await receiver.came(1);
      await sender.idle();
      assert.equal((await deliveries(hook.id))[0]?.fault, `status ${status}`);
      await owner.send('DELETE', `${resources}/${hook.id}`);
    }
    assert.equal(inside.received.length, 0);
  });

  test('a receiver that switches protocols has failed and holds no attempt', {
    timeout: 60_000,
  }, async () => {
    const { owner, hook, arrived } = await openHook((response) => {
      const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
      response.socket?.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    });
    await newResource(server, owner.key, 'data');
    await arrived(1);
    const [delivery] = await deliveries(hook.id);
    assert.deepEqual([delivery?.state, delivery?.fault], ['pending', 'status 101']);
  });

  test('a receiver that keeps failing is paused for a minute and delays no other', async () => {
    const owner = await server.newOwner();
    const bad = await startReceiver((response) => response.writeHead(500).end());
    const good = await startReceiver();
    const sender = startSender();
    const { json: hook } = await subscribe(owner, { url: bad.url, events: ['record-added'] });
    await subscribe(owner, { url: good.url, events: ['record-added'] });
    const { id } = await newResource(server, owner.key, 'data');
    for (let n = 0; n < 20; n += 1) {
      await patch(owner, id, { action: 'add-record', record: { n } });
      await good.came(n + 1);
      await sender.idle();
    }
    assert.equal(bad.received.length, 5);
    assert.equal(good.received.length, 20);
    await tryAgain(sender, 59_000);
    assert.equal(bad.received.length, 5);
    await tryAgain(sender, 2_000);
    assert.ok(bad.received.length > 5 && bad.received.length < 12, String(bad.received.length));
    assert.equal((await deliveries(hook.id)).filter(({ state }) => state === 'pending').length, 20);
  });

  test('no receiver gets more than 4 at a time', async () => {
    const owner = await server.newOwner();
    const held: (() => void)[] = [];
    let free = false;
    const receiver = await startReceiver((response) => {
      const answer = () => void response.writeHead(200).end();
      if (free) answer();
      else held.push(answer);
    });
    await subscribe(owner, { url: receiver.url, events: ['record-added'] });
    const { id } = await newResource(server, owner.key, 'data');
    for (let n = 0; n < 30; n += 1) await patch(owner, id, { action: 'add-record', record: { n } });
    const sender = startSender();
    sender.wake();
    await receiver.came(4);
    // Long enough for as many looks again as have brought these.
    for (let n = 0; n < 20; n += 1) await owner.send('GET', `${resources}/${id}`);
    assert.equal(receiver.received.length, 4);
    free = true;
    for (const answer of held) answer();
    await receiver.came(30);
    await sender.idle();
    assert.equal(receiver.received.length, 30);
  });

  test('an owner has at most 8 deliveries under way, and those of other owners are not delayed', {
    timeout: 60_000,
  }, async () => {
    const held: (() => void)[] = [];
    let free = false;
    const slow = await startReceiver((response) => {
      const answer = () => void response.writeHead(200).end();
      if (free) answer();
      else held.push(answer);
    });
    const quick = await startReceiver();
    const crowd = await server.newOwner();
    const other = await server.newOwner();
    const events = ['record-added'];
    // As many as would take every attempt of the server: 9 receivers of 4.
    for (let n = 0; n < 9; n += 1) await subscribe(crowd, { url: slow.url, events });
    await subscribe(other, { url: quick.url, events });
    for (const [{ key }, count] of [[crowd, 4] as const, [other, 3] as const]) {
      const { id } = await newResource(server, key, 'data');
      for (let n = 0; n < count; n += 1)
        await patch({ key }, id, { action: 'add-record', record: { n } });
    }
    const sender = startSender({ timeoutMs: 120_000 });
    sender.wake();
    await quick.came(3);
    await slow.came(8);
    // Long enough for as many looks again as have brought these.
    for (let n = 0; n < 20; n += 1) await ask(server, 'GET', resources, other);
    assert.equal(slow.received.length, 8);
    free = true;
    for (const answer of held) answer();
    await slow.came(36);
    await sender.idle();
    assert.equal(new Set(slow.received.map(({ id }) => id)).size, 36);
  });

  test('a try that a shutdown interrupts does not count and is repeated after the next start', async () => {
    let hold = true;
    const opened = await openHook((response) => {
      if (!hold) response.writeHead(200).end();
    });
    const { owner, receiver, hook, sender: first } = opened;
    await newResource(server, owner.key, 'data');
    await receiver.came(1);
    await first.stop();
    const [waiting] = await deliveries(hook.id);
    assert.deepEqual([waiting?.state, waiting?.tries, waiting?.isTaken], ['pending', 0, false]);
    hold = false;
    const second = startSender();
    second.wake();
    await receiver.came(2);
    await second.idle();
    const [one, two] = receiver.received;
    assert.equal(one?.id, two?.id);
    assert.equal((await deliveries(hook.id))[0]?.tries, 1);
  });

  test('a delivery of a killed process is retried after its lease', async () => {
    const owner = await server.newOwner();
    const receiver = await startReceiver((response, _, count) => {
      if (count > 1) response.writeHead(200).end();
    });
    // As a killed one: it takes a delivery and never comes back to it.
    const dead = startSender({ pollMs: () => 60_000 });
    const { json: hook } = await subscribe(owner, { url: receiver.url });
    await newResource(server, owner.key, 'data');
    await receiver.came(1);
    const heir = startSender({ pollMs: () => 60_000 });
    await tryAgain(heir, 9_000);
    assert.equal(receiver.received.length, 1, 'not while it may still be under way');
    await tryAgain(heir, 7_000);
    assert.equal(receiver.received.length, 2);
    assert.equal(receiver.received[0]?.id, receiver.received[1]?.id);
    await dead.stop();
    const [delivery] = await deliveries(hook.id);
    assert.deepEqual([delivery?.state, delivery?.tries], ['delivered', 2]);
  });

  test('a secret that cannot be decrypted fails the try with an instruction', async () => {
    const owner = await server.newOwner();
    const receiver = await startReceiver();
    const other = { ...server.platform, seal: createSeal(Buffer.alloc(32, 9)) };
    const sender = startSender({}, other);
    const { json: hook } = await subscribe(owner, { url: receiver.url });
    await newResource(server, owner.key, 'data');
    await sender.idle();
    assert.match((await deliveries(hook.id))[0]?.fault ?? '', /rotate/);
    assert.equal(receiver.received.length, 0);
  });
});
