/** Webhooks with as many deliveries as are allowed, and what deliveries take of the owner's bytes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bytesOf, findOwner } from '../../src/store/owners.ts';
import { readNumber } from '../../src/store/rows.ts';
import { sql } from '../../src/store/store.ts';
import { newResource, type Owner } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import { engines, resources } from '../sockets/requests.ts';
import { testFullWebhooks } from './full-webhooks.ts';

// How long the main thread works at a time is measured by `full-webhooks.alone.test.ts`.
for (const engine of engines) testFullWebhooks(engine);

for (const engine of engines)
  describe(`bytes of deliveries, ${engine}`, { timeout: 120_000 }, () => {
    const { server, startReceiver, subscribe, openHook } = webhookServer(engine);
    const text = 'x'.repeat(20_000);
    const add = (owner: Owner, id: string) =>
      owner.send('PATCH', `${resources}/${id}`, { action: 'add-record', record: { text } });
    const used = async ({ id }: Owner) => bytesOf(await findOwner(server.platform.store, id));
    const stored = ({ id }: Owner) =>
      readNumber(
        server.platform.store,
        sql`SELECT coalesce(sum(octet_length(payload)), 0) FROM delivery_payloads WHERE owner_id = ${id}`,
      );

    test('100 webhooks that include the record store it once, and it counts', async () => {
      const owner = await server.newOwner();
      const { id } = await newResource(server, owner.key, 'data');
      for (let n = 0; n < 100; n += 1)
        await subscribe(owner, {
          url: `https://hooks.example/${n}`,
          events: ['record-added'],
          include: 'record',
        });
      for (let n = 0; n < 5; n += 1) assert.equal((await add(owner, id)).status, 200);
      const payloadBytes = await stored(owner);
      assert.ok(payloadBytes > 5 * 20_000 && payloadBytes < 5 * 21_000, `${payloadBytes}`);
      assert.equal(await used(owner), payloadBytes + 500 * 1_024);
    });

    test('a payload goes with the last delivery that shares it', async () => {
      const owner = await server.newOwner();
      const { url } = await startReceiver();
      const { id } = await newResource(server, owner.key, 'data');
      const config = { url, events: ['record-added'], include: 'record' };
      const first = await subscribe(owner, config);
      const second = await subscribe(owner, { ...config, url: 'https://hooks.example/in' });
      await add(owner, id);
      const bytes = await used(owner);
      for (const { json: hook } of [first, second]) {
        assert.ok((await stored(owner)) > 20_000);
        await owner.send('DELETE', `${resources}/${hook.id}`);
        await server.platform.recordUpkeep.idle();
      }
      assert.ok(bytes > 20_000);
      assert.deepEqual([await stored(owner), await used(owner)], [0, 0]);
    });

    test('where the bytes are used up, finished deliveries go first; then the change is refused', async () => {
      const config = { events: ['record-added'], include: 'record' };
      const { owner, sender, arrived } = await openHook(undefined, config);
      const { id } = await newResource(server, owner.key, 'data');
      await add(owner, id);
      await arrived(1);
      await sender.stop();
      const finished = await used(owner);
      const room = server.platform.ownerBytesMax - finished;
      await server.platform.store.write((tx) =>
        tx.run(sql`UPDATE owners SET object_bytes = ${room} WHERE id = ${owner.id}`),
      );
      assert.equal((await add(owner, id)).status, 200);
      assert.equal(await used(owner), server.platform.ownerBytesMax, 'the finished one went');
      const refused = await add(owner, id);
      assert.deepEqual([refused.status, refused.json.code], [409, 'quota']);
      const { json } = await owner.send('GET', `${resources}/${id}`);
      assert.equal(json.recordCount, 2, 'nothing of a refused change is stored');
    });
  });
