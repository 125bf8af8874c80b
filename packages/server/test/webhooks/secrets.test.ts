import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyWebhook } from '@baraza/client';
import { hourMs, limits } from '@baraza/contract';
import { sql } from '../../src/store/store.ts';
import { isSigned, type Received } from '../fakes/receiver.ts';
import { defaultEngine, newResource, resources } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

describe('secrets of webhooks', () => {
  const { server, subscribe, patch, rotate, openHook } = webhookServer(defaultEngine);

  test('for 24 hours a delivery is signed with the old secret and the new one, then with the new one', async () => {
    const { owner, receiver, sender, hook } = await openHook();
    const rotated = await rotate(owner, hook.id);
    assert.equal(rotated.status, 200);
    assert.match(rotated.json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(rotated.json.secret, hook.secret);
    const until = Date.parse(rotated.json.previousValidUntil);
    assert.equal(until - server.platform.clock(), 24 * hourMs);
    const next = async (count: number): Promise<Received> => {
      await newResource(server, owner.key, 'data');
      await receiver.came(count);
      await sender.idle();
      return receiver.received[count - 1] as Received;
    };
    server.clock.advance(24 * hourMs - 1);
    const both = await next(1);
    const now = server.platform.clock;
    for (const secret of [hook.secret, rotated.json.secret]) {
      assert.ok(isSigned(both, secret));
      await verifyWebhook(secret, both.headers, both.body, { now });
    }
    server.clock.advance(1);
    const after = await next(2);
    assert.ok(isSigned(after, rotated.json.secret));
    assert.ok(!isSigned(after, hook.secret));
  });

  test('four rotations within a day leave every old secret its 24 hours; a fifth is refused', async () => {
    const { owner, receiver, hook, arrived } = await openHook();
    const secrets = [hook.secret];
    for (let n = 0; n < limits.webhookOldSecretsMax; n += 1) {
      server.clock.advance(hourMs);
      secrets.push((await rotate(owner, hook.id)).json.secret);
    }
    assertRefusal(await rotate(owner, hook.id), 'one more', 409);
    await newResource(server, owner.key, 'data');
    await arrived(1);
    for (const secret of secrets) assert.ok(isSigned(receiver.received[0] as Received, secret));
    server.clock.advance(21 * hourMs);
    assert.equal((await rotate(owner, hook.id)).status, 200, 'the first old secret has expired');
  });

  test('the new secret is shown once: a repeat has none, and it is stored nowhere', async () => {
    const owner = await server.newOwner();
    const { json: hook } = await subscribe(owner, { url: 'https://hooks.example/in' });
    const headers = { 'idempotency-key': 'rotate once' };
    const first = await rotate(owner, hook.id, headers);
    const again = await rotate(owner, hook.id, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const { secret, ...rest } = first.json;
    assert.deepEqual(again.json, rest);
    const { store } = server.platform;
    const stored = JSON.stringify([
      await store.all(sql`SELECT * FROM webhooks`),
      await store.all(sql`SELECT * FROM answers`),
      await store.all(sql`SELECT * FROM activity`),
    ]);
    for (const shown of [secret, hook.secret])
      assert.ok(!stored.includes(shown.slice('whsec_'.length)));
    const { activity } = (await owner.send('GET', resources)).json;
    assert.equal(activity[0].action, 'secret-rotated');
    assert.equal(
      activity.filter(({ action }: typeof hook) => action === 'secret-rotated').length,
      1,
    );
  });

  test('only a webhook that is not archived has a secret to rotate', async () => {
    const owner = await server.newOwner();
    const form = await newResource(server, owner.key, 'connect');
    assertRefusal(await rotate(owner, form.id), 'a form', 400);
    const { json: hook } = await subscribe(owner, { url: 'https://hooks.example/in' });
    await patch(owner, hook.id, { action: 'archive' });
    assertRefusal(await rotate(owner, hook.id), 'archived', 409);
    const { activity } = (await owner.send('GET', resources)).json;
    assert.equal(activity[0].action, 'resource-archived', 'a refused rotation leaves no activity');
  });
});
