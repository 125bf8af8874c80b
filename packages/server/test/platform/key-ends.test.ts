/** The end of a key suspends its webhooks and ends its streams, downloads and uploads. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { createAuthenticator } from '../../src/access/authenticator.ts';
import { followActivity, watchKeys } from '../../src/platform/events.ts';
import { enqueueDeliveries } from '../../src/platform/webhooks/enqueue-deliveries.ts';
import type { ActivityRow } from '../../src/store/platform/activity.ts';
import { sql, type Writer } from '../../src/store/store.ts';
import { openEvents } from '../fixtures/event-stream.ts';
import {
  ask,
  defaultEngine,
  form,
  newResource,
  openServer,
  resources,
  serverOfSuite,
  storage,
  type TestServer,
} from '../fixtures/server.ts';
import { eventually } from '../fixtures/server-process.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { startUpload } from '../sockets/slow-upload.ts';

describe('webhooks of a key that ends', () => {
  const { server, startSender, startReceiver, subscribe, patch, deliveries, tryAgain } =
    webhookServer(defaultEngine);

  const read = async (key: string, id: string) =>
    (await ask(server, 'GET', `${resources}/${id}`, { key })).json;

  test('a webhook sends nothing, not even queued deliveries, until another key configures it', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['*']);
    const receiver = await startReceiver();
    const { json: hook } = await subscribe(leaked, { url: receiver.url });
    assert.equal(hook.suspended, undefined);
    await newResource(server, owner.key, 'data');
    await server.revoke(leaked.id);
    await newResource(server, owner.key, 'data');
    const sender = startSender();
    await tryAgain(sender, 60_000);
    assert.equal(receiver.received.length, 0);
    const waiting = await deliveries(hook.id);
    assert.deepEqual(
      waiting.map(({ state, tries }) => [state, tries]),
      [['pending', 0]],
    );
    assert.equal((await read(owner.key, hook.id)).suspended, 'key');
    const { json: list } = await owner.send('GET', resources);
    assert.equal(list.resources.find(({ id }: { id: string }) => id === hook.id).suspended, 'key');
    const renamed = await patch(owner, hook.id, { action: 'rename', name: 'x' });
    assert.equal(renamed.json.suspended, 'key', 'a rename does not replace the key of the webhook');
    const headers = { 'if-none-match': renamed.headers.get('etag') ?? '' };
    const again = await owner.send('GET', `${resources}/${hook.id}`, undefined, headers);
    assert.equal(again.status, 200);
    const config = { url: receiver.url };
    const configured = await patch(owner, hook.id, { action: 'configure', config });
    assert.equal(configured.json.suspended, undefined);
    await receiver.came(1);
    await sender.idle();
    assert.equal((await read(owner.key, hook.id)).suspended, undefined);
  });

  test('an expired key suspends its webhooks too; a webhook without a recorded key continues', async () => {
    const owner = await server.newOwner();
    const short = await owner.newKey(['*'], 60_000);
    const receiver = await startReceiver();
    const { json: ending } = await subscribe(short, { url: `${receiver.url}/ending` });
    const { json: old } = await subscribe(short, { url: `${receiver.url}/old` });
    await server.platform.store.script([
      `UPDATE webhooks SET key_id = NULL WHERE resource_id = '${old.id}'`,
      'DELETE FROM outbox',
      'UPDATE receivers SET waiting = 0, next_at = NULL',
    ]);
    server.clock.advance(61_000);
    const sender = startSender();
    await newResource(server, owner.key, 'data');
    await receiver.came(1);
    await sender.idle();
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/hook/old'],
    );
    assert.deepEqual(await deliveries(ending.id), [], 'nothing is queued either');
    assert.equal((await read(owner.key, ending.id)).suspended, 'key');
    assert.equal((await read(owner.key, old.id)).suspended, undefined);
  });

  test('a write costs the same for one webhook and for many, and an owner has at most 100', async () => {
    const statements = async (webhooks: number) => {
      const owner = await server.newOwner();
      const { id } = await newResource(server, owner.key, 'data');
      for (let n = 0; n < webhooks; n += 1)
        await subscribe(owner, { url: 'https://hooks.example/in' });
      const activity = await server.platform.store.get<ActivityRow>(
        sql`SELECT * FROM activity WHERE resource_id = ${id}`,
      );
      let count = 0;
      await server.platform.store.write(async (tx) => {
        const counted =
          <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
          (...args: Args) => {
            count += 1;
            return call(...args);
          };
        const counting = {
          ...tx,
          run: counted(tx.run),
          all: counted(tx.all),
          get: counted(tx.get),
        };
        await enqueueDeliveries(server.platform, counting as Writer, activity as ActivityRow);
      });
      return { owner, count };
    };
    const few = await statements(1);
    const many = await statements(limits.webhooksPerOwnerMax);
    assert.equal(many.count, few.count);
    const refused = await subscribe(many.owner, { url: 'https://hooks.example/in' });
    assert.equal(refused.status, 409);
    assert.match(refused.json.error, /at most 100 webhooks/);
    const { json } = await ask(server, 'GET', `${resources}?kind=Webhook`, many.owner);
    assert.equal(json.total, limits.webhooksPerOwnerMax);
  });
});

describe('requests in progress when their key ends', () => {
  const { server } = serverOfSuite();

  test('an upload under way is refused when it would be committed', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['storage']);
    const { id } = await newResource(server, owner.key, 'storage');
    const upload = startUpload(server, leaked.key, id);
    await upload.send(Buffer.from('one'));
    // Seen by the server before its key ends.
    const uses = sql`SELECT 1 AS found FROM keys WHERE id = ${leaked.id} AND last_used_at IS NOT NULL`;
    await eventually(async () => (await server.platform.store.get(uses)) !== undefined);
    await server.revoke(leaked.id);
    upload.finish();
    assert.equal((await upload.answered).status, 401);
    const { json } = await owner.send('GET', `${resources}/${id}`);
    assert.equal(json.objectCount, 0);
  });

  test('event streams of the key send nothing more, and end', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['*']);
    const expiring = await owner.newKey(['*'], 60_000);
    const good = await openEvents(server, owner.key);
    const first = await openEvents(server, leaked.key);
    const second = await openEvents(server, expiring.key);
    await server.revoke(leaked.id);
    server.clock.advance(61_000);
    await newResource(server, owner.key, 'data');
    await good.until(() => good.events().length === 1);
    const { stop } = watchKeys(server.platform, () => 5);
    await Promise.all([first.ended, second.ended]);
    await stop();
    assert.deepEqual([...first.events(), ...second.events()], []);
    await good.leave();
  });

  test('a replay of events stops at the next batch', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['*']);
    const { id } = await newResource(server, owner.key, 'data');
    const calls = Array(50).fill({ method: 'POST', path: `${resources}/${id}/records`, body: {} });
    // More events than are replayed at once.
    for (let n = 0; n < 5; n += 1) await owner.send('POST', '/api/platform/batch', { calls });
    const { keyring } = server.installation;
    const caller = await createAuthenticator(keyring)(`Bearer ${leaked.key}`);
    const query = { lastEventId: '0', follow: false };
    const signal = new AbortController().signal;
    const replay = await followActivity(server.platform, caller, query, signal);
    let rows = 0;
    for await (const event of replay) {
      if (event.type !== 'activity') continue;
      rows += event.rows.length;
      await server.revoke(leaked.id);
    }
    assert.equal(rows, 200);
  });

  test('downloads with the key and with its links are cut off; others go on', async () => {
    const owner = await server.newOwner();
    const leaked = await owner.newKey(['storage']);
    const { id } = await newResource(server, owner.key, 'storage');
    const bytes = Buffer.alloc(limits.objectBytesMax);
    await owner.send('POST', `${storage}/${id}?key=big`, form({ bytes }));
    const { json: link } = await leaked.send('POST', `${storage}/${id}/links`, {
      key: 'big',
      expiresIn: 600,
    });
    const path = `${storage}/${id}?key=big`;
    const good = await slowDownload(server, path, owner.key);
    const cut = [
      await slowDownload(server, path, leaked.key),
      await slowDownload(server, new URL(link.url).pathname),
    ];
    const { stop } = watchKeys(server.platform, () => 5);
    await server.revoke(leaked.id);
    // Nothing is read before the server has let go of them.
    await eventually(() => !server.platform.changes.listenedKeys().includes(leaked.id));
    for (const readAll of cut) assert.equal(await readAll(), 'cut');
    assert.equal(await good(), bytes.length);
    await stop();
  });
});

/** Starts a download and reads only its head. The returned function reads the rest: its size, or `cut`. */
async function slowDownload(server: TestServer, path: string, key?: string) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const sent = get(new URL(path, server.url), { headers, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  // It may be cut before it is read.
  for (const stream of [sent, response]) stream.on('error', () => {});
  return async (): Promise<number | 'cut'> => {
    let size = 0;
    try {
      for await (const chunk of response) size += (chunk as Buffer).length;
      return size;
    } catch {
      return 'cut';
    }
  };
}

test('a key that another process revokes ends its streams here', async () => {
  const environment = { DATABASE_URL: await createMigratedDatabase() };
  const here = await openServer('postgres', { environment });
  const there = await openServer('postgres', { environment });
  const owner = await here.newOwner();
  const leaked = await owner.newKey(['*']);
  const { stop } = watchKeys(here.platform, () => 5);
  const stream = await openEvents(here, leaked.key);
  await there.revoke(leaked.id);
  await stream.ended;
  await stop();
  await there.close();
  await here.close();
});
