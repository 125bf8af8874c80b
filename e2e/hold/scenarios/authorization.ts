/** Authorization of every route in the OpenAPI documents, and the effect of revoking a key in use. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { openReceiver } from '../../../packages/server/test/fakes/receiver.ts';
import { openEvents } from '../../../packages/server/test/fixtures/event-stream.ts';
import { visitLive } from '../../../packages/server/test/fixtures/live-visit.ts';
import {
  ask,
  form,
  type Reply,
  resources,
  storage,
} from '../../../packages/server/test/fixtures/server.ts';
import type { Installation, SiteOwner } from '../installation.ts';
import { openSocket, requestHead } from '../load.ts';
import { fillPath, readRouteTable, type TableRoute } from '../route-table.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

interface Size {
  /** How long after a revocation events may still arrive. */
  readonly graceMs: number;
  readonly revocations: number;
}

export const authorization = scenario<Size>({
  name: 'authorization',
  what: `
    every route of both services with no, malformed, unknown, expired and revoked credentials and those of others,
    and keys that are revoked while in use`,
  guarantee: `
    no route reveals anything to callers without permission, and a revoked key gets no event, delivery or byte`,
  provenAgainst: `
    webhooks that outlive the key that created them and event streams that check their key every 15 s: 5
    deliveries and 5 events came after a revocation, and a download continued to its end`,
  engines: ['sqlite', 'postgres'],
  short: { graceMs: 3_000, revocations: 1 },
  long: { graceMs: 1_000, revocations: 10 },
  run: async (context, size) => {
    const { figures } = context;
    const server = await context.start({ environment: { BARAZA_WEBHOOK_PRIVATE: '1' } });
    const { cells, leaks } = await tryEveryCell(server);
    for (const leak of leaks) figures.log(leak);
    figures.atLeast('combinations of route and credential', cells, 200);
    figures.atMost('combinations that leak', leaks.length, 0);
    for (let round = 0; round < size.revocations; round += 1)
      await useRevoked(context, server, round, size.graceMs);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

interface Things {
  readonly owner: SiteOwner;
  readonly data: string;
  readonly storage: string;
  readonly record: string;
  readonly site: string;
}

/** A word that only the owner may see. */
const ownWord = 'zanzibari';

async function makeThings(server: Installation, name: string): Promise<Things> {
  const owner = await server.newOwner(name);
  const { key } = owner;
  const data = await server.newResource('data', { description: `${ownWord} ${name}` }, key);
  const bucket = await server.newResource('storage', {}, key);
  const added = await server.platform('PATCH', `${resources}/${data}`, {
    key,
    body: { action: 'add-record', record: { text: `${ownWord} ${name}` } },
  });
  const bytes = `${ownWord} ${name}`;
  const target = `${storage}/${bucket}?key=hello.txt`;
  assert.equal((await server.platform('POST', target, { key, body: form({ bytes }) })).status, 201);
  const site = `site-of-${name}`;
  const profile = { about: `${ownWord} ${name}`, allowed_origins: ['https://shop.example'] };
  await server.newSite(site, profile, owner.credential);
  return { owner, data, storage: bucket, record: added.json.recordId, site };
}

async function tryEveryCell(server: Installation) {
  const routes = await readRouteTable(server);
  const own = await makeThings(server, 'own');
  const other = await makeThings(server, 'other');
  const bad = await badCredentials(server, own.owner);
  const leaks: string[] = [];
  let cells = 0;
  const cell = (name: string, reply: Reply, statuses: readonly number[]) => {
    cells += 1;
    const line = `${name}: ${reply.status} ${reply.text.slice(0, 120)}`;
    if (!statuses.includes(reply.status) || reply.text.includes(ownWord)) leaks.push(line);
  };
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const send = (things: Things, key: string | undefined) => call(server, route, things, key);
    if (route.credential === 'none') {
      // These calls have no Origin header, and a site answers only pages on its list.
      if (/\/sites\/\{site\}\/(?!operator)/.test(route.path))
        cell(`${name} without a page`, await send(own, undefined), [403, 426]);
      continue;
    }
    for (const [sort, key] of Object.entries(bad))
      for (const things of [own, other]) cell(`${name}, ${sort}`, await send(things, key), [401]);
    const strange = route.credential === 'key' ? other.owner.credential : other.owner.key;
    cell(`${name}, the other sort`, await send(own, strange), [401]);
    if (!route.path.includes('{')) continue;
    const as = route.credential === 'key' ? other.owner.key : other.owner.credential;
    const foreign = await send(own, as);
    cell(`${name}, another's`, foreign, [404]);
    const absent = await call(server, route, undefined, as);
    if (plain(foreign) !== plain(absent))
      leaks.push(`${name}: the answer for an absent one differs`);
  }
  return { cells, leaks };
}

function call(
  server: Installation,
  route: TableRoute,
  things: Things | undefined,
  key: string | undefined,
): Promise<Reply> {
  const isStorage = route.path.includes('/storage/');
  const path = fillPath(route, {
    id: route.service === 'platform' ? (isStorage ? things?.storage : things?.data) : undefined,
    recordId: things?.record,
    site: things?.site,
  });
  const target =
    isStorage && ['GET', 'DELETE'].includes(route.method) ? `${path}?key=hello.txt` : path;
  const at = route.service === 'platform' ? server : server.site;
  const type = route.bodyType ?? '';
  const body =
    type === ''
      ? undefined
      : type.startsWith('multipart')
        ? form({ bytes: 'x' })
        : (bodies[`${route.method} ${route.path}`] ?? {});
  return type === 'application/x-ndjson'
    ? ask(at, route.method, target, { key, body: '{}\n', headers: { 'content-type': type } })
    : ask(at, route.method, target, { key, body });
}

/** Valid bodies, so that a refusal is not about the body. */
const bodies: { readonly [route: string]: object } = {
  'PATCH /api/platform/resources/{id}': { action: 'rename', name: 'taken over' },
  'POST /api/platform/storage/{id}/links': { key: 'hello.txt' },
  'PATCH /v1/admin/sites/{site}/leads/{id}': { status: 'done' },
  'POST /v1/admin/sites/{site}/questions/{id}/answer': { answer: 'x' },
  'POST /v1/admin/sites/{site}/preview': { question: 'x' },
  'POST /v1/admin/sites/{site}/move': { base: null },
  'POST /v1/admin/sites/{site}/origins/test': { origin: 'https://shop.example' },
  'POST /v1/admin/sites/{site}/import': { format: 'baraza-site', version: 1, profile: {} },
};

function plain({ status, text }: Reply): string {
  return `${status} ${text.replace(/"request_?[iI]d":"[^"]*"/, '')}`;
}

async function badCredentials(server: Installation, owner: SiteOwner) {
  const given = { owner: owner.id, name: 'gone', scopes: ['*'], expiresInMs: null };
  const revoked = await server.command('keys create', given);
  await server.command('keys revoke', { key: revoked.id });
  const expired = await server.command('keys create', { ...given, expiresInMs: 1 });
  const flipped = owner.key.slice(0, -1) + (owner.key.endsWith('0') ? '1' : '0');
  return {
    none: undefined,
    malformed: 'rpk_short',
    'wrong checksum': flipped,
    revoked: revoked.key as string,
    expired: expired.key as string,
    'an id': owner.keyId,
  };
}

/** A stream, a webhook, a download and a live session whose key is revoked. */
async function useRevoked(
  context: ScenarioContext,
  server: Installation,
  round: number,
  graceMs: number,
): Promise<void> {
  const { figures } = context;
  const owner = await server.newOwner(`revoked ${round}`);
  const given = { owner: owner.id, name: 'leaked', scopes: ['*'], expiresInMs: null };
  const leaked = await server.command('keys create', given);
  const receiver = await openReceiver();
  context.after(receiver.close);
  const collection = await server.newResource('data', {}, owner.key);
  const hook = { service: 'connect', kind: 'Webhook', name: 'hook', config: { url: receiver.url } };
  const created = await server.platform('POST', resources, { key: leaked.key, body: hook });
  assert.equal(created.status, 201, created.text);
  const change = () =>
    server.platform('PATCH', `${resources}/${collection}`, {
      key: owner.key,
      body: { action: 'add-record', record: {} },
    });
  const stream = await openEvents(server, leaked.key);
  const kept = await openEvents(server, owner.key);
  context.after(stream.leave);
  context.after(kept.leave);
  await change();
  await stream.until(() => stream.events().length > 0);
  await receiver.came(1);
  const download = await beginDownload(server, owner.key, leaked.key);
  const slug = `live-${round}`;
  const siteKey = await server.newSite(slug, { voice: true }, owner.credential);
  const live = await visitLive(server.site, slug, { query: `?key=${siteKey}` });
  live.say({ type: 'start' });
  await live.until('ready');

  await server.command('keys revoke', { key: leaked.id });
  const rotatedMs = performance.now();
  await server.visit('POST', `/v1/admin/sites/${slug}/rotate-key`, { key: owner.credential });
  const liveEnded = live.closed.then((code) => ({ code, tookMs: performance.now() - rotatedMs }));
  await new Promise((resolve) => setTimeout(resolve, graceMs));
  const before = { events: stream.events().length, deliveries: receiver.received.length };
  const keptBefore = kept.events().length;
  for (let n = 0; n < 3; n += 1) assert.equal((await change()).status, 200);
  await kept.until(() => kept.events().length >= keptBefore + 3);
  // When this receiver has its event, the other one would have received it as well.
  const witness = await openReceiver();
  context.after(witness.close);
  const config = { url: witness.url };
  await server.platform('POST', resources, { key: owner.key, body: { ...hook, config } });
  await change();
  await witness.came(1);
  figures.atMost('events after a revocation', stream.events().length - before.events, 0);
  figures.atMost('deliveries after a revocation', receiver.received.length - before.deliveries, 0);
  figures.atMost('downloads that continued to their end', (await download.isWhole()) ? 1 : 0, 0);
  const { code, tookMs } = await liveEnded;
  assert.equal(code, 4401);
  figures.atMostWhenLong(
    'time from the revocation of a key to the end of its live session',
    tookMs,
    graceMs,
    'ms',
  );
}

/** Reads the first bytes of 20 MB; the rest only when `isWhole` is called. */
async function beginDownload(server: Installation, ownKey: string, key: string) {
  const bytes = new Uint8Array(20 * 1024 * 1024);
  const bucket = await server.newResource('storage', {}, ownKey);
  const target = `${storage}/${bucket}?key=large`;
  await server.platform('POST', target, { key: ownKey, body: form({ bytes }) });
  const socket = await openSocket(server.port);
  assert.ok(socket !== undefined);
  let received = 0;
  socket.write(requestHead('GET', target, { authorization: `Bearer ${key}` }));
  const [first] = (await once(socket, 'data')) as [Buffer];
  received += first.length;
  socket.pause();
  return {
    isWhole: async () => {
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (received >= bytes.length) resolve();
        });
      });
      socket.resume();
      await closed;
      socket.destroy();
      return received >= bytes.length;
    },
  };
}
