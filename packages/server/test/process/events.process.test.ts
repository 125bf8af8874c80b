/** Events and deliveries across restarts of the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@baraza/contract';
import { isSigned, openReceiver, type Received } from '../fakes/receiver.ts';
import { openEvents } from '../fixtures/event-stream.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  eventually,
  firstKey,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { ask, resources } from '../sockets/requests.ts';

test('a reader that comes back sees every event once, and an open stream does not delay a stop', async (t) => {
  const folder = temporaryFolder(t);
  const seen: number[] = [];
  let acknowledged = 0;
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const server = await startProcess(t, folder);
    const key = firstKey(folder);
    const stream = await openEvents(server, key, seen.at(-1) ?? 0);
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        await createResource(server, key, 'data');
        acknowledged += 1;
      }
    });
    await stream.until(() => stream.events().length >= 20);
    const ended = server.end(signal);
    await Promise.allSettled(writers);
    await stream.ended.catch(() => {});
    await ended;
    seen.push(...stream.events().map(({ id }) => id));
  }
  const server = await startHere(t, folder);
  const key = firstKey(folder);
  const target = `/api/platform/events?follow=false&lastEventId=${seen.at(-1)}`;
  const { text } = await ask(server, 'GET', target, { key });
  seen.push(...[...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)));
  assert.deepEqual(
    seen,
    seen.map((_, index) => index + 1),
  );
  const { json } = await ask(server, 'GET', `${resources}?limit=1`, { key });
  assert.equal(seen.length, json.total);
  assert.ok(acknowledged <= seen.length && acknowledged >= 30, `${acknowledged} acknowledged`);

  // It ends at once though streams are open.
  const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(server, key)));
  const askedMs = performance.now();
  const stopped = server.stop();
  for (const stream of streams) await stream.ended;
  await stopped;
  assert.deepEqual(server.logged, []);
  // Far from the limit of a drain: no stream was waited for.
  assert.ok(performance.now() - askedMs < limits.drainMs - 5_000);
});

for (const [signal, engine, environment] of [
  ['SIGKILL', 'sqlite', async () => ({})],
  // Another process may hold it there, so the next start takes back only what was released.
  ['SIGTERM', 'postgres', async () => ({ DATABASE_URL: await createMigratedDatabase() })],
] as const)
  test(`a delivery that ${signal} cut off arrives after the restart, signed anew, on ${engine}`, async (t) => {
    const folder = temporaryFolder(t);
    const settings = { BARAZA_WEBHOOK_PRIVATE: '1', ...(await environment()) };
    let silent = true;
    const receiver = await openReceiver((response) => {
      if (!silent) response.writeHead(200).end();
    });
    t.after(receiver.close);
    const server = await startProcess(t, folder, settings);
    const key = firstKey(folder);
    const secret = await subscribe(server, key, receiver.url);
    const made: string[] = [];
    for (let n = 0; n < 6; n += 1) made.push(await createResource(server, key, 'data'));
    await receiver.came(1);
    await server.end(signal);
    const before = receiver.received.length;
    silent = false;
    const again = await startHere(t, folder, settings);
    const after = () => receiver.received.slice(before);
    await eventually(() =>
      made.every((id) => after().some(({ json }) => json.data.resourceId === id)),
    );
    for (const each of receiver.received) assert.ok(isSigned(each, secret));
    // An interrupted delivery comes again with the same id.
    for (const cut of receiver.received.slice(0, before))
      assert.deepEqual(
        after()
          .filter((each) => sameEvent(each, cut))
          .map(({ id, body }) => [id, body]),
        [[cut.id, cut.body]],
      );
    await again.stop();
  });

test('without BARAZA_WEBHOOK_PRIVATE no webhook is sent to this machine', async (t) => {
  const receiver = await openReceiver();
  t.after(receiver.close);
  const server = await startHere(t, temporaryFolder(t));
  const key = firstKey(server.folder);
  await subscribe(server, key, receiver.url);
  await createResource(server, key, 'data');
  const delayed = /^baraza_deliveries_total\{outcome="(?:delayed|failed)"\} [1-9]/m;
  await eventually(async () => delayed.test((await ask(server, 'GET', '/metrics')).text));
  await server.stop();
  assert.deepEqual(receiver.received, []);
});

function sameEvent(one: Received, other: Received): boolean {
  return one.json.data.id === other.json.data.id;
}

async function subscribe(
  server: { readonly url: string },
  key: string,
  url: string,
): Promise<string> {
  const body = { service: 'connect', kind: 'Webhook', name: 'hook', config: { url } };
  const { status, json, text } = await ask(server, 'POST', resources, { key, body });
  assert.equal(status, 201, text);
  return json.secret;
}
