import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  consoleLimits,
  dayMs,
  type MemberRole,
  pushDeviceSchema,
  pushSchema,
  pushTrialSchema,
} from '@baraza/contract';
import { retryDelaysMs } from '../../src/delivery/lanes.ts';
import { createPushService } from '../../src/delivery/push.ts';
import { makeDueDigests } from '../../src/site/notices/digests.ts';
import { readNumber } from '../../src/store/rows.ts';
import { sql } from '../../src/store/store.ts';
import { createPushSender } from '../delivery/senders.ts';
import { openPushService } from '../fakes/push-browser.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask, defaultEngine } from '../fixtures/server.ts';
import { askSite } from '../fixtures/visit-server.ts';
import { type Browser, consoleOfSuite } from './console-server.ts';

const push = '/console/push';
const profile = {
  business: { sw: 'Duka la Asha', en: 'Asha’s shop' },
  people: true,
  notify: { digest: 'instant' },
};

describe('notices on devices', () => {
  const service = openPushService();
  const server = consoleOfSuite(defaultEngine, { postPush: service.post });
  const { arrived } = service;

  async function newShop(more: object = {}) {
    const owner = await server.siteServer.newOwner();
    const browser = await server.signIn({ link: await server.newLink(owner.id) });
    const site = await owner.newSite({ ...profile, ...more });
    return { owner, site, ...browser };
  }
  async function invite(by: Browser, role: MemberRole) {
    const made = await by.call('POST', '/console/members', { name: role, role });
    const browser = await server.signIn({ link: made.json.url.split('/#/enter/')[1] });
    return { id: made.json.id as string, ...browser };
  }
  const register = async (browser: Browser, more: object = {}) => {
    const subscription = service.subscribe();
    const made = await browser.call('POST', push, { ...subscription, ...more });
    assert.equal(made.status, 201, made.text);
    return { id: made.json.id as string, ...subscription };
  };
  const leave = (site: string, body: object = { contact: 'juma@example.com', name: 'Juma' }) =>
    ask(server.siteServer, 'POST', `/v1/sites/${site}/leads`, { body });
  const deliver = async () => {
    arrived.length = 0;
    const sender = createPushSender(server.siteServer.assistant);
    sender.wake();
    await sender.idle();
    await sender.stop();
    return arrived.map(({ endpoint, message }) => ({ endpoint, ...message }));
  };
  const waiting = () =>
    readNumber(server.console.keyring.store, sql`SELECT count(*) FROM outbox WHERE kind = 'push'`);

  test('a device is registered for its session, listed without its secrets, and removed', async () => {
    const asha = await newShop();
    const first = await asha.call('GET', push);
    assert.deepEqual([first.status, first.json.devices], [200, []]);
    assert.equal(Buffer.from(pushSchema.parse(first.json).key, 'base64url').length, 65);
    assert.equal((await asha.call('GET', push)).json.key, first.json.key);
    const { id, keys } = await register(asha, { name: 'Android · Chrome' });
    const listed = await asha.call('GET', push);
    assert.deepEqual(listed.json.devices, [
      {
        ...pushDeviceSchema.parse(listed.json.devices[0]),
        id,
        name: 'Android · Chrome',
        current: true,
      },
    ]);
    assert.ok(!listed.text.includes(keys.auth) && !listed.text.includes('push.example'));
    const again = await register(asha);
    assert.deepEqual(fieldsOf((await asha.call('GET', push)).json.devices, 'id'), [again.id]);
    assert.equal((await asha.call('DELETE', `${push}/${again.id}`)).status, 200);
    assert.equal((await asha.call('DELETE', `${push}/${again.id}`)).status, 404);
    assert.deepEqual((await asha.call('GET', push)).json.devices, []);
  });

  test('the endpoint of another person is not enough to replace the device; the same browser can', async () => {
    const asha = await newShop();
    const juma = await newShop();
    const { endpoint, keys } = await register(asha);
    const devices = async ({ call }: Browser) => (await call('GET', push)).json.devices.length;
    const own = await register(juma);
    const stolen = await juma.call('POST', push, { endpoint, keys: service.subscribe().keys });
    assert.equal(stolen.status, 409, stolen.text);
    assert.deepEqual([await devices(asha), await devices(juma)], [1, 1]);
    const renewed = { endpoint: own.endpoint, keys: service.subscribe().keys };
    assert.equal((await juma.call('POST', push, renewed)).status, 201);
    assert.equal((await juma.call('POST', push, { endpoint, keys })).status, 201);
    assert.deepEqual([await devices(asha), await devices(juma)], [0, 1]);
  });

  test('the private key is stored sealed, and one pair serves all', async () => {
    const { pushService } = server.siteServer.assistant;
    const keys = await Promise.all(Array.from({ length: 5 }, () => pushService.publicKey()));
    assert.equal(new Set(keys).size, 1);
    const row = await server.console.keyring.store.get<{ private: string }>(
      sql`SELECT private FROM push_keys`,
    );
    assert.equal(server.siteServer.assistant.seal.open(row?.private ?? '').length, 43);
  });

  test('leads, unanswered questions and waiting conversations arrive, encrypted and signed', async () => {
    const asha = await newShop();
    const { endpoint } = await register(asha, { language: 'sw' });
    await leave(asha.site.id, { contact: '+254700000000', name: 'Juma', message: 'Piga\nsimu' });
    const asked = await askSite(server.siteServer, asha.site.id, 'Who won the world cup in 1998?');
    const conversation = `c_${randomBytes(16).toString('base64url')}`.slice(0, 22);
    const person = await ask(
      server.siteServer,
      'POST',
      `/v1/sites/${asha.site.id}/conversations/${conversation}/person`,
      { body: { language: 'sw' } },
    );
    assert.ok(person.status < 300, person.text);
    assert.deepEqual(
      (await deliver()).toSorted((one, other) => (one.tag < other.tag ? -1 : 1)),
      [
        {
          endpoint,
          title: 'Mteja anaomba kuzungumza na mtu',
          body: 'Duka la Asha · Mteja anasubiri kuzungumza na mtu.',
          tag: `conversation.waiting ${asha.site.id}`,
          url: `/#/sites/${asha.site.id}/conversations/${conversation}`,
        },
        {
          endpoint,
          title: 'Mawasiliano mapya',
          body: 'Duka la Asha · Juma: Piga simu',
          tag: `lead.created ${asha.site.id}`,
          url: `/#/sites/${asha.site.id}/leads`,
        },
        {
          endpoint,
          title: 'Swali lisilo na jibu',
          body: 'Duka la Asha · Who won the world cup in 1998?',
          tag: `question.unanswered ${asha.site.id}`,
          url: `/#/sites/${asha.site.id}/questions/${asked.done.id}`,
        },
      ],
    );
    for (const { headers, claims, allowPrivate } of arrived) {
      assert.deepEqual([claims.aud, allowPrivate], ['https://push.example', false]);
      assert.deepEqual([headers['content-encoding'], headers.urgency], ['aes128gcm', 'high']);
    }
    assert.equal(await waiting(), 0);
  });

  test('with a daily digest, the questions of a day are one notice', async () => {
    const asha = await newShop({ notify: {}, timezone: 'Africa/Nairobi' });
    await register(asha, { language: 'en' });
    for (const question of ['Do you repair bicycles?', 'Who is the president of France?'])
      await askSite(server.siteServer, asha.site.id, question);
    assert.deepEqual(await deliver(), []);
    server.siteServer.clock.advance(dayMs);
    assert.ok((await makeDueDigests(server.siteServer.assistant)) > 0);
    const [notice, ...more] = await deliver();
    assert.deepEqual(more, []);
    assert.equal(notice?.title, '2 unanswered questions');
    assert.equal(notice?.url, `/#/sites/${asha.site.id}/questions`);
  });

  test('what was deleted or dealt with before it is sent is not sent', async () => {
    const asha = await newShop();
    await register(asha);
    const lead = await leave(asha.site.id);
    await asha.site.asOwner('PATCH', `/leads/${lead.json.id}`, { status: 'done' });
    const asked = await askSite(server.siteServer, asha.site.id, 'Who won the world cup in 1998?');
    await asha.site.asOwner('DELETE', `/questions/${asked.done.id}`);
    // That of a deleted thing is deleted with it.
    assert.equal(await waiting(), 1);
    assert.deepEqual(await deliver(), []);
    assert.equal(await waiting(), 0);
  });

  test('leads go to owners and answerers, and to no other owner’s people', async () => {
    const asha = await newShop();
    const other = await newShop();
    await register(other);
    const [editor, answerer] = [await invite(asha, 'editor'), await invite(asha, 'answerer')];
    const devices = [await register(asha), await register(answerer)];
    const { endpoint: ofEditor } = await register(editor);
    await leave(asha.site.id);
    const reached = (await deliver()).map(({ endpoint }) => endpoint);
    assert.deepEqual(new Set(reached), new Set(devices.map(({ endpoint }) => endpoint)));
    await askSite(server.siteServer, asha.site.id, 'Who won the world cup in 1998?');
    const asked = (await deliver()).map(({ endpoint }) => endpoint);
    assert.ok(asked.length === 3 && asked.includes(ofEditor));
  });

  for (const [name, end] of [
    ['signs out', async (_: Browser, { call }: Browser) => call('DELETE', '/console/session')],
    [
      'is removed',
      async (asha: Browser, _: Browser, id: string) =>
        asha.call('DELETE', `/console/members/${id}`),
    ],
    [
      'becomes an editor',
      async (asha: Browser, _: Browser, id: string) =>
        asha.call('PATCH', `/console/members/${id}`, { role: 'editor' }),
    ],
  ] as const)
    test(`a person who ${name} gets nothing more, also of what waits already`, async () => {
      const asha = await newShop();
      const juma = await invite(asha, 'answerer');
      await register(juma);
      await leave(asha.site.id);
      assert.equal((await end(asha, juma, juma.id)).status, 200);
      await leave(asha.site.id, { contact: 'other@example.com' });
      assert.deepEqual(await deliver(), []);
    });

  test('a device whose session has expired, or whose credential has ended, gets nothing', async () => {
    const shop = await newShop();
    const { call, ...byKey } = await server.signIn({ credential: shop.owner.credential });
    await register({ call, ...byKey });
    const keys = await shop.call('GET', '/console/keys');
    const { id } = keys.json.keys.find((key: { type: string }) => key.type === 'owner');
    assert.equal((await shop.call('DELETE', `/console/keys/${id}`)).status, 200);
    await register(shop);
    await leave(shop.site.id);
    assert.equal((await deliver()).length, 1);
    await leave(shop.site.id, { contact: 'other@example.com' });
    server.siteServer.clock.advance(consoleLimits.sessionMs + 1);
    assert.deepEqual(await deliver(), []);
  });

  test('a registration that the push service no longer knows is forgotten', async () => {
    for (const status of [404, 410]) {
      const asha = await newShop();
      await register(asha);
      await leave(asha.site.id);
      service.answers({ status });
      await deliver();
      service.answers({ status: 201 });
      assert.deepEqual((await asha.call('GET', push)).json.devices, []);
      assert.equal(await waiting(), 0);
    }
  });

  test('a push service that fails is tried again later', async () => {
    const asha = await newShop();
    await register(asha);
    await leave(asha.site.id);
    service.answers({ status: 503 });
    assert.deepEqual(await deliver(), []);
    service.answers({ status: 201 });
    assert.equal((await asha.call('GET', push)).json.devices.length, 1);
    server.siteServer.clock.advance((retryDelaysMs[0] ?? 0) + 1);
    assert.equal((await deliver()).length, 1);
  });

  test('only a bounded number waits for one device', async () => {
    const asha = await newShop();
    await register(asha);
    const before = await waiting();
    for (let number = 0; number < consoleLimits.pushesPendingMax + 3; number += 1) {
      await leave(asha.site.id, { contact: `one${number}@example.com` });
      server.siteServer.clock.advance(60_000);
    }
    assert.equal((await waiting()) - before, consoleLimits.pushesPendingMax);
    await deliver();
  });

  test('a trial goes to the device of the session, a few times', async () => {
    const asha = await newShop();
    assert.equal((await asha.call('POST', `${push}/test`)).status, 409);
    const { endpoint } = await register(asha, { language: 'sw' });
    arrived.length = 0;
    const tried = await asha.call('POST', `${push}/test`);
    assert.deepEqual(
      [tried.status, pushTrialSchema.parse(tried.json)],
      [200, { delivered: true, status: 201, error: null }],
    );
    assert.deepEqual(
      arrived.map((one) => [one.endpoint, one.message.title, one.message.url]),
      [[endpoint, 'Arifa ya majaribio', '/']],
    );
    service.answers({ fault: 'ENOTFOUND' });
    const failed = await asha.call('POST', `${push}/test`);
    service.answers({ status: 201 });
    assert.deepEqual(failed.json, { delivered: false, status: null, error: 'ENOTFOUND' });
    for (let number = 2; number < consoleLimits.pushTrialsMax; number += 1)
      assert.equal((await asha.call('POST', `${push}/test`)).status, 200);
    assert.equal((await asha.call('POST', `${push}/test`)).status, 429);
  });

  test('a platform key is not a person, and another person’s device looks absent', async () => {
    const asha = await newShop();
    const juma = await invite(asha, 'answerer');
    const { id } = await register(juma);
    assert.equal((await asha.call('DELETE', `${push}/${id}`)).status, 404);
    const { platformServer } = server.siteServer;
    const { key } = await platformServer.newOwner();
    const byKey = await server.signIn({ credential: key });
    assert.equal((await byKey.call('GET', push)).status, 403);
    assert.equal((await byKey.call('POST', push, service.subscribe())).status, 403);
  });

  test('only https addresses of named public servers are taken, with keys that can be used', async () => {
    const asha = await newShop();
    const good = service.subscribe();
    for (const endpoint of [
      'http://push.example/a',
      'https://127.0.0.1/a',
      'https://0x7f.1/a',
      'https://[::1]/a',
      'https://localhost/a',
      'https://push.example:8443/a',
      'https://user:secret@push.example/a',
      `https://push.example/${'a'.repeat(2_000)}`,
      'nonsense',
      7,
    ]) {
      const { status } = await asha.call('POST', push, { ...good, endpoint });
      assert.equal(status, 400, String(endpoint));
    }
    for (const keys of [
      undefined,
      { ...good.keys, auth: 'short' },
      { ...good.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    ]) {
      const { status } = await asha.call('POST', push, { ...good, keys });
      assert.equal(status, 400, JSON.stringify(keys));
    }
  });
});

test('a name of a private address is not called', async () => {
  const { endpoint, keys } = openPushService().subscribe('https://localhost.localdomain/a');
  const service = createPushService({
    keys: async () => (await import('web-push')).default.generateVAPIDKeys(),
    publicUrl: () => 'https://console.example',
  });
  const device = { endpoint: endpoint.replace('localhost.localdomain', 'localhost'), ...keys };
  assert.deepEqual(
    await service.send(
      device,
      { text: '{}', keptMs: 0, isUrgent: false },
      AbortSignal.timeout(5_000),
    ),
    { kind: 'refused', status: null, fault: 'the address is not public' },
  );
});
