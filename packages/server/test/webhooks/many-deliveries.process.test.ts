/** Webhooks with as many deliveries as are allowed, and what deliveries take of the owner's bytes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { silentLog } from '../../src/kernel/log.ts';
import { createRecordUpkeep } from '../../src/platform/records/record-upkeep.ts';
import { bytesOf, findOwner } from '../../src/store/owners.ts';
import { readNumber } from '../../src/store/rows.ts';
import { sql } from '../../src/store/store.ts';
import { longestOwnSlice } from '../fixtures/longest-slice.ts';
import { newResource, type Owner } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import { engines, resources } from '../sockets/requests.ts';

const stepMs = 50;

for (const engine of engines)
  describe(`many deliveries, ${engine}`, { timeout: 120_000 }, () => {
    const { server, send, receive, subscribe, patch, log } = webhookServer(engine);

    /** A webhook where as many deliveries wait as are allowed. */
    const openFull = async (owner: Owner, url = 'https://hooks.example/in') => {
      const { json: hook } = await subscribe(owner, { url });
      await newResource(server, owner.key, 'data');
      const copies = engine === 'sqlite' ? counting : 'generate_series(2, 10000) AS n';
      await server.platform.store.script([
        `INSERT INTO deliveries (id, webhook_id, event, payload, payload_id, state, tries, due_at, created_at,
            resource_id, service)
          SELECT id || '-' || n, webhook_id, event, payload, payload_id, state, tries, due_at + 60000, created_at,
            resource_id, service
          FROM deliveries, ${copies} WHERE webhook_id = '${hook.id}'`,
        `UPDATE webhooks SET pending = ${limits.webhookPendingMax} WHERE resource_id = '${hook.id}'`,
        `UPDATE owners SET kept_bytes = kept_bytes + 9999 * 1024 WHERE id = '${owner.id}'`,
      ]);
      return hook.id as string;
    };
    const counting = `(WITH RECURSIVE all_n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM all_n WHERE n < 10000)
      SELECT n FROM all_n)`;
    const count = (table: string) =>
      readNumber(server.platform.store, {
        strings: [`SELECT count(*) FROM ${table}`],
        parts: [],
      });
    const keptBytes = async ({ id }: Owner) =>
      (await findOwner(server.platform.store, id))?.kept_bytes;

    test('archiving and restoring a webhook with 10,000 waiting deliveries takes a moment', async () => {
      const owner = await server.newOwner();
      const id = await openFull(owner);
      const sent: string[] = [];
      const { url } = await receive((response, { id: delivery }) => {
        sent.push(delivery);
        response.writeHead(200).end();
      });
      const archiveMs = await longestOwnSlice(async () => {
        assert.equal((await patch(owner, id, { action: 'archive' })).status, 200);
      });
      const sender = send();
      sender.wake();
      await sender.idle();
      assert.deepEqual(sent, []);
      const held = await log(owner, id);
      assert.ok(held.length === 100 && held.every(({ status }) => status === 'held'));
      assert.equal((await patch(owner, id, { action: 'restore' })).status, 200);
      // An attempt in progress would set the time of its next one.
      await sender.stop();
      const configureMs = await longestOwnSlice(async () => {
        const config = { url: `${url}/in` };
        assert.equal((await patch(owner, id, { action: 'archive' })).status, 200);
        assert.equal((await patch(owner, id, { action: 'restore' })).status, 200);
        assert.equal((await patch(owner, id, { action: 'configure', config })).status, 200);
      });
      await server.platform.recordUpkeep.idle();
      const waiting = await readNumber(
        server.platform.store,
        sql`SELECT count(*) FROM deliveries WHERE webhook_id = ${id} AND due_at > ${server.platform.clock()}
          AND taken_by IS NULL`,
      );
      assert.equal(waiting, 0, 'those that waited for a retry are due');
      assert.ok(archiveMs < stepMs && configureMs < stepMs, `${archiveMs} ms, ${configureMs} ms`);
    });

    test('a deleted webhook is gone at once, its deliveries soon, even after a kill in between', async () => {
      const owner = await server.newOwner();
      const id = await openFull(owner);
      const { platform } = server;
      const deleteMs = await longestOwnSlice(async () => {
        const { status } = await owner.send('DELETE', `${resources}/${id}`);
        assert.equal(status, 200);
        await platform.recordUpkeep.stop();
      });
      assert.equal((await owner.send('GET', `${resources}/${id}/deliveries`)).status, 404);
      const left = await count(`deliveries WHERE webhook_id = '${id}'`);
      assert.ok(left > 0, 'deleted in one step');
      const { store, clock } = platform;
      const next = createRecordUpkeep({ store, log: silentLog, clock });
      const stepsMs = await longestOwnSlice(async () => {
        next.wake();
        await next.idle();
      });
      assert.equal(await count(`deliveries WHERE webhook_id = '${id}'`), 0);
      assert.equal(await count(`webhooks WHERE resource_id = '${id}'`), 0);
      assert.equal(await count(`delivery_payloads WHERE owner_id = '${owner.id}'`), 0);
      assert.equal(await keptBytes(owner), 0);
      assert.ok(deleteMs < stepMs && stepsMs < stepMs, `${deleteMs} ms, ${stepsMs} ms`);
    });
  });

for (const engine of engines)
  describe(`bytes of deliveries, ${engine}`, { timeout: 120_000 }, () => {
    const { server, receive, subscribe, openHook } = webhookServer(engine);
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
      const { url } = await receive();
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
