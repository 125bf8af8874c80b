import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { createKey } from '../../src/access/keys.ts';
import { createChanges } from '../../src/platform/changes.ts';
import { followOthers } from '../../src/platform/events.ts';
import { createPlatformService } from '../../src/platform/service.ts';
import { sql } from '../../src/store/store.ts';
import { type EventStream, openEvents, type PlatformEvent } from '../fixtures/event-stream.ts';
import { createRandom } from '../fixtures/random.ts';
import {
  ask,
  newResource,
  type Owner,
  openServer,
  resources,
  serverOfSuite,
} from '../fixtures/server.ts';
import { eventually } from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

const events = '/api/platform/events';
const past = `${events}?follow=false&lastEventId=`;
const numbers = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const ids = (stream: EventStream) => stream.events().map(({ id }) => id);

describe('events', () => {
  const { server } = serverOfSuite();
  const entriesOf = (text: string) =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  const read = async (owner: Pick<Owner, 'send'>, query: string) =>
    entriesOf((await owner.send('GET', `${past}${query}`)).text);

  const rename = (owner: Pick<Owner, 'send'>, id: string, name: string) =>
    owner.send('PATCH', `${resources}/${id}`, { action: 'rename', name });

  test('a client that sends its last event id gets exactly the events after it', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    // More than one batch, so that the seam between two is met.
    const calls = Array(50).fill({ method: 'POST', path: `${resources}/${id}/records`, body: {} });
    for (let n = 0; n < 5; n += 1) await owner.send('POST', '/api/platform/batch', { calls });
    const { json } = await owner.send('GET', `${resources}?activityLimit=1000`);
    let newest = 251;
    for (const [given, seen] of [
      [0, 0],
      [3, 3],
      [json.activity.at(-3).id, 3],
      [200, 200],
      [newest, newest],
      [999_999, Number.POSITIVE_INFINITY],
    ] as const) {
      const stream = await openEvents(server, owner.key, given);
      await rename(owner, id, 'last');
      const first = Math.min(seen, newest) + 1;
      newest += 1;
      await stream.until(() => ids(stream).at(-1) === newest);
      assert.deepEqual(ids(stream), numbers(newest, first), String(given));
      await stream.leave();
    }
  });

  test('lastEventId also works as a query parameter, and follow=false ends after the existing events', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    await rename(owner, id, 'x');
    const past = await owner.send('GET', `${events}?lastEventId=1&follow=false`);
    assert.deepEqual(past.text.match(/^id: .*$/gm), ['id: 2']);
    const now = await owner.send('GET', `${events}?follow=false`);
    assert.equal(now.text.match(/^id: .*$/gm), null);
    const headed = await owner.send('GET', `${events}?lastEventId=0&follow=false`, undefined, {
      'last-event-id': '2',
    });
    assert.equal(headed.text.match(/^id: .*$/gm), null);
    const head = await owner.send('HEAD', events);
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  test('an event id of another owner or of nothing is refused', async () => {
    const owner = await server.newOwner();
    const other = await server.newOwner();
    await newResource(server, other.key, 'data');
    const { json } = await ask(server, 'GET', resources, other);
    for (const lastEventId of ['x', '-1', '1.5', '9'.repeat(16), 'act_', json.activity[0].id]) {
      const reply = await owner.send('GET', `${events}?lastEventId=${lastEventId}`);
      assert.equal(reply.status, 400, lastEventId);
      assert.match(reply.json.error, /Last-Event-ID/);
    }
  });

  test('a stream has only events of its owner and of services that its key may read', async () => {
    const owner = await server.newOwner();
    const other = await server.newOwner();
    const narrow = await owner.newKey(['work:read']);
    const stream = await openEvents(server, narrow.key, 0);
    await newResource(server, other.key, 'work');
    await newResource(server, owner.key, 'data');
    const task = await newResource(server, owner.key, 'work');
    await stream.until(() => stream.events().length > 0);
    assert.deepEqual(
      stream.events().map(({ id, entry }) => [id, entry.resourceId]),
      [[2, task.id]],
    );
    await stream.leave();
  });

  test('a reader that reconnects while 8 writers work gets every event once and in order', async (t) => {
    const owner = await server.newOwner();
    const random = createRandom();
    t.diagnostic(`seed ${random.seed}`);
    const perWriter = 40;
    const total = 8 * (perWriter + 1);
    const writers = Array.from({ length: 8 }, async () => {
      const { id } = await newResource(server, owner.key, 'data');
      for (let n = 0; n < perWriter; n += 1) await rename(owner, id, `name ${n}`);
    });
    const seen: PlatformEvent[] = [];
    let visits = 0;
    while (seen.length < total) {
      visits += 1;
      const stream = await openEvents(server, owner.key, seen.at(-1)?.id ?? 0);
      const wanted = Math.min(1 + random.below(30), total - seen.length);
      await stream.until(() => stream.events().length >= wanted);
      // What came is what the client knows, however much more was on its way.
      seen.push(...stream.events().slice(0, wanted + random.below(3)));
      await stream.leave();
    }
    await Promise.all(writers);
    t.diagnostic(`${visits} visits`);
    assert.deepEqual(
      seen.map(({ id }) => id),
      numbers(total),
    );
    assert.equal(new Set(seen.map(({ entry }) => entry.id)).size, total);
  });

  test('a heartbeat is a comment, and ends the stream of a key that was revoked or has expired', async () => {
    const owner = await server.newOwner();
    const revoked = await owner.newKey(['*']);
    const expiring = await owner.newKey(['*'], 60_000);
    const good = await openEvents(server, owner.key);
    const first = await openEvents(server, revoked.key);
    const second = await openEvents(server, expiring.key);
    server.platform.changes.beat();
    for (const stream of [good, first, second])
      await stream.until(() => /^: .+\n\n/m.test(stream.text()));
    await server.revoke(revoked.id);
    server.clock.advance(61_000);
    server.platform.changes.beat();
    await first.ended;
    await second.ended;
    await newResource(server, owner.key, 'data');
    await good.until(() => good.events().length === 1);
    await good.leave();
  });

  test('streams are limited: one too many is refused, and one that ended makes room', async () => {
    const owner = await server.newOwner();
    const { changes } = server.platform;
    const listener = { onChange: () => {}, onBeat: () => {} };
    const leave = numbers(limits.eventStreamsPerOwnerMax).map(() =>
      changes.listen(owner.id, { ...listener }),
    );
    const refused = await owner.send('GET', events);
    assert.deepEqual([refused.status, refused.json.code], [503, 'busy']);
    leave[0]?.();
    const stream = await openEvents(server, owner.key);
    for (const end of leave) end();
    await stream.leave();
    // Who left is forgotten.
    await eventually(() => !changes.listenedOwners().includes(owner.id));
  });

  test('a reader that stalls is cut, and the server keeps nothing for it', async () => {
    const owner = await server.newOwner();
    const app = createPlatformService({
      keyring: server.installation.keyring,
      platform: server.platform,
      origins: new Set(),
      publicUrl: () => '',
      isDraining: () => false,
      assertReady: async () => {},
      metricsOpen: false,
    });
    // The limit of every connection, made short.
    app.setTimeout(200);
    app.listen({ host: '127.0.0.1', port: 0 });
    await once(app, 'listening');
    const { port } = app.address() as { port: number };
    const { id } = await newResource(server, owner.key, 'data');
    const { store } = server.platform;
    // 9 MB of events: more than the buffers of a loopback connection take.
    await store.script([
      `INSERT INTO activity (owner_id, seq, id, at, action, resource_id, service, kind, name, key_id, key_name, detail)
          SELECT owner_id, n, id || n, at, action, resource_id, service, kind,
          name, key_id, key_name, '{"x":"${'x'.repeat(900)}"}' FROM activity, (WITH RECURSIVE c(n)
          AS (SELECT 2 UNION ALL SELECT n + 1 FROM c WHERE n < 9999) SELECT n FROM c) AS c
          WHERE resource_id = '${id}'`,
      `UPDATE owners SET activity_seq = 9999 WHERE id = '${owner.id}'`,
    ]);
    const held = once(app, 'connection');
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write(
      `GET ${events}?lastEventId=0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.key}\r\n\r\n`,
    );
    const [serverSide] = await held;
    await once(serverSide, 'close');
    assert.ok(serverSide.writableLength < 1_000_000, `${serverSide.writableLength} bytes`);
    socket.destroy();
    await app.close();
  });

  test('resource= limits the stream to one or several, and another’s is absent', async () => {
    const owner = await server.newOwner();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await newResource(server, owner.key, 'data')).id);
    const seen = async (query: string) =>
      (await read(owner, `0&${query}`)).map(({ resourceId }) => resourceId);
    assert.deepEqual(await seen(`resource=${ids[1]}`), [ids[1]]);
    assert.deepEqual(await seen(`resource=${ids[0]},${ids[2]}`), [ids[0], ids[2]]);
    assert.deepEqual(await seen(`resource=${ids[0]}&resource=${ids[2]}`), [ids[0], ids[2]]);
    const stranger = await server.newOwner();
    assert.equal((await stranger.send('GET', `${past}0&resource=${ids[0]}`)).status, 404);
  });

  test('include=record adds the record, and null where it is gone', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    await owner.send('PUT', `${resources}/${id}/records/kept`, { n: 1 });
    await owner.send('PUT', `${resources}/${id}/records/gone`, { n: 2 });
    await owner.send('DELETE', `${resources}/${id}/records/gone`);
    const [made, kept, gone] = await read(owner, '0&include=record');
    assert.equal('record' in made, false);
    assert.deepEqual([kept.record.recordId, kept.record.record], ['kept', { n: 1 }]);
    assert.equal(gone.record, null);
    assert.equal((await owner.send('GET', `${past}0&include=all`)).status, 400);
  });

  test('a resumption behind what was deleted begins with a gap; any other does not', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    const limited = await owner.newKey(['data'], null, [id]);
    for (let n = 0; n < 5; n += 1)
      await owner.send('PATCH', `${resources}/${id}`, { action: 'rename', name: `name ${n}` });
    const first = (await owner.send('GET', resources)).json.activity.at(-1).id;
    const { text: whole } = await owner.send('GET', `${past}0`);
    assert.doesNotMatch(whole, /event: gap/);
    await server.platform.store.write((tx) =>
      tx.run(sql`DELETE FROM activity WHERE owner_id = ${owner.id} AND seq <= 3`),
    );
    const { text: behind } = await owner.send('GET', `${past}2`);
    assert.match(behind, /^retry: \d+\n\nevent: gap\ndata: \{"lastEventId":"2"\}\n\nid: 4\n/);
    const { text: next } = await owner.send('GET', `${past}3`);
    assert.doesNotMatch(next, /event: gap/);
    const { status, text: some } = await limited.send('GET', `${past}${first}`);
    assert.equal(status, 200);
    assert.match(some, /^retry: \d+\n\nevent: gap\n/);
  });
});

test('when the server stops, streams end cleanly and new ones do not start', async () => {
  const server = await openServer('sqlite');
  const owner = await server.newOwner();
  const stream = await openEvents(server, owner.key);
  const closing = server.close();
  await stream.ended;
  await closing;
  assert.ok(!stream.text().includes('id:'));
});

test('heartbeats are more frequent than the timeout of a silent connection', async () => {
  assert.ok(limits.heartbeatMs * 2 <= limits.idleTimeoutMs);
  const changes = createChanges(1);
  const alive = setInterval(() => {}, 1_000);
  await new Promise<void>((resolve) => {
    changes.listen('own', { onChange: () => {}, onBeat: resolve });
  });
  clearInterval(alive);
  changes.close();
});

test('changes of another process are streamed too', async () => {
  const environment = { DATABASE_URL: await createMigratedDatabase() };
  const here = await openServer('postgres', { environment });
  const there = await openServer('postgres', { environment });
  const { stop } = followOthers(here.platform, () => 5);
  const owner = await here.newOwner();
  const { key } = await createKey(there.installation.keyring, {
    owner: owner.id,
    name: 'there',
    scopes: ['*'],
    expiresInMs: null,
  });
  const stream = await openEvents(here, owner.key);
  await newResource(there, key, 'data');
  await newResource(there, key, 'data');
  await stream.until(() => stream.events().length === 2);
  assert.deepEqual(ids(stream), [1, 2]);
  await stream.leave();
  await stop();
  await there.close();
  await here.close();
});
