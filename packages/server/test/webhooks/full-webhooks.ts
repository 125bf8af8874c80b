/** Webhooks with as many waiting deliveries as are allowed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { silentLog } from '../../src/kernel/log.ts';
import { createRecordUpkeep } from '../../src/platform/records/record-upkeep.ts';
import { findOwner } from '../../src/store/owners.ts';
import { readNumber } from '../../src/store/rows.ts';
import { type Engine, sql } from '../../src/store/store.ts';
import { longestOwnSlice } from '../fixtures/longest-slice.ts';
import { newResource, type Owner } from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import { resources } from '../sockets/requests.ts';

/** With `sliceMsMax`, also asserts that the main thread works for less than that at a time. */
export function testFullWebhooks(engine: Engine, sliceMsMax?: number): void {
  const assertShort = (...slicesMs: readonly number[]) => {
    if (sliceMsMax !== undefined) assert.ok(Math.max(...slicesMs) < sliceMsMax, `${slicesMs} ms`);
  };
  describe(`many deliveries, ${engine}`, { timeout: 120_000 }, () => {
    const { server, startSender, startReceiver, subscribe, patch, log } = webhookServer(engine);

    /** A webhook where as many deliveries wait as are allowed. */
    const openFull = async (owner: Owner, url = 'https://hooks.example/in') => {
      const { json: hook } = await subscribe(owner, { url });
      await newResource(server, owner.key, 'data');
      const copies = engine === 'sqlite' ? counting : 'generate_series(2, 10000) AS n';
      await server.platform.store.script([
        `INSERT INTO outbox (id, kind, owner, receiver, place, state, tries, due_at, created_at, about, payload)
          SELECT id || '-' || n, kind, owner, receiver, place || '-' || n, state, tries, due_at + 60000, created_at,
            about, payload
          FROM outbox, ${copies} WHERE receiver = '${hook.id}'`,
        `UPDATE receivers SET waiting = ${limits.webhookPendingMax} WHERE receiver = '${hook.id}'`,
        `UPDATE delivery_payloads SET uses = 10000 WHERE owner_id = '${owner.id}'`,
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
      const { url } = await startReceiver((response, { id: delivery }) => {
        sent.push(delivery);
        response.writeHead(200).end();
      });
      const archiveMs = await longestOwnSlice(async () => {
        assert.equal((await patch(owner, id, { action: 'archive' })).status, 200);
      });
      const sender = startSender();
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
        sql`SELECT count(*) FROM outbox WHERE receiver = ${id} AND due_at > ${server.platform.clock()}
          AND taken_until IS NULL`,
      );
      assert.equal(waiting, 0, 'those that waited for a retry are due');
      assertShort(archiveMs, configureMs);
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
      const left = await count(`outbox WHERE receiver = '${id}'`);
      assert.ok(left > 0, 'deleted in one step');
      const { store, clock } = platform;
      const next = createRecordUpkeep({ store, log: silentLog, clock });
      const stepsMs = await longestOwnSlice(async () => {
        next.wake();
        await next.idle();
      });
      assert.equal(await count(`outbox WHERE receiver = '${id}'`), 0);
      assert.equal(await count(`webhooks WHERE resource_id = '${id}'`), 0);
      assert.equal(await count(`receivers WHERE receiver = '${id}'`), 0);
      assert.equal(await count(`delivery_payloads WHERE owner_id = '${owner.id}'`), 0);
      assert.equal(await keptBytes(owner), 0);
      assertShort(deleteMs, stepsMs);
    });
  });
}
