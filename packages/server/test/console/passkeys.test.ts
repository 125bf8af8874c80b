import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minuteMs, passkeyListSchema, passkeySchema } from '@baraza/contract';
import { type Authenticator, createAuthenticator } from '../fakes/authenticator.ts';
import { ask, defaultEngine } from '../fixtures/server.ts';
import { type Browser, consoleOfSuite, cookieOf, ownPage } from './console-server.ts';

const passkeys = '/console/passkeys';
const session = '/console/session';
const origin = 'http://localhost:9';
const environment = { BARAZA_PUBLIC_PLATFORM_URL: origin };

describe('passkeys', () => {
  const server = consoleOfSuite(defaultEngine, { environment });
  const headers = { ...ownPage, host: 'localhost:9', origin };
  const call = (method: string, path: string, cookie: string, body?: unknown) =>
    ask(server, method, path, { body, headers: { ...headers, cookie } });

  async function register(browser: Browser, device: Authenticator, changes = {}) {
    const offered = await call('POST', `${passkeys}/options`, browser.cookie);
    assert.equal(offered.status, 200);
    const response = device.register(offered.json, changes);
    const cookie = `${browser.cookie}; ${cookieOf(offered)}`;
    const send = () => call('POST', passkeys, cookie, { name: 'Simu', response });
    return { offered, send };
  }

  async function offer() {
    const offered = await call('POST', '/console/sign-in/passkey', '');
    assert.equal(offered.status, 200);
    return { options: offered.json, challenge: cookieOf(offered) };
  }

  async function newPerson(operator = false) {
    const owner = await server.siteServer.newOwner();
    const browser = await server.signIn({ link: await server.newLink(owner.id, operator) });
    return { owner, browser };
  }

  test('a passkey opens a session of its person without a name, and every challenge works once', async () => {
    const { owner, browser } = await newPerson();
    const device = createAuthenticator(origin);
    const { offered, send } = await register(browser, device);
    assert.match(
      offered.headers.get('set-cookie') ?? '',
      /^baraza_challenge=[^;]+; Path=\/console; Max-Age=300; HttpOnly; SameSite=Strict$/,
    );
    assert.deepEqual(offered.json.rp, { name: 'Baraza', id: 'localhost' });
    const added = await send();
    assert.equal(added.status, 201);
    assert.deepEqual(passkeySchema.parse(added.json), added.json);
    assert.equal((await send()).status, 401);
    const { options, challenge } = await offer();
    assert.equal(options.allowCredentials, undefined);
    const passkey = device.answer(options);
    const opened = await call('POST', session, challenge, { passkey });
    assert.deepEqual(
      [opened.status, opened.json.owner.id, opened.json.kind, opened.json.member.passkeys],
      [200, owner.id, 'passkey', 1],
    );
    assert.match(opened.headers.get('set-cookie') ?? '', /^baraza_session=.*Max-Age=2592000/);
    assert.equal((await call('POST', session, challenge, { passkey })).status, 401);
    const listed = await call('GET', passkeys, cookieOf(opened));
    assert.deepEqual(passkeyListSchema.parse(listed.json), listed.json);
    assert.equal(listed.json.passkeys[0].name, 'Simu');
    assert.notEqual(listed.json.passkeys[0].lastUsedAt, null);
  });

  test('a challenge of another browser, of another session, or after five minutes opens nothing', async () => {
    const { browser } = await newPerson();
    const { browser: other } = await newPerson();
    const device = createAuthenticator(origin);
    assert.equal((await (await register(browser, device)).send()).status, 201);
    const mine = await offer();
    const foreign = await offer();
    const passkey = device.answer(mine.options);
    for (const challenge of [foreign.challenge, '', 'baraza_challenge=x.1.y'])
      assert.equal((await call('POST', session, challenge, { passkey })).status, 401);
    const offered = await call('POST', `${passkeys}/options`, browser.cookie);
    const response = device.register(offered.json);
    const stolen = `${other.cookie}; ${cookieOf(offered)}`;
    assert.equal((await call('POST', passkeys, stolen, { response })).status, 401);
    server.siteServer.clock.advance(5 * minuteMs + 1);
    const late = await call('POST', session, mine.challenge, { passkey });
    assert.deepEqual([late.status, late.json.code], [401, 'unauthorized']);
  });

  test('what another page, another person or a copied device signs opens nothing', async () => {
    const { browser } = await newPerson();
    const device = createAuthenticator(origin);
    for (const changes of [{ origin: 'https://evil.example' }, { isVerified: false }]) {
      const refused = await (await register(browser, device, changes)).send();
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid']);
    }
    assert.equal((await (await register(browser, device)).send()).status, 201);
    const attempt = async (changes: object) => {
      const { options, challenge } = await offer();
      const passkey = device.answer(options, changes);
      return (await call('POST', session, challenge, { passkey })).status;
    };
    assert.equal(await attempt({ counter: 7 }), 200);
    for (const changes of [
      { counter: 7 },
      { counter: 9, origin: 'https://evil.example' },
      { counter: 10, isVerified: false },
      { counter: 11, userHandle: Buffer.from('mem_other').toString('base64url') },
    ])
      assert.equal(await attempt(changes), 401);
    for (const passkey of [{}, { id: 'x' }, { id: 'ab', response: 1 }, { id: 7 }]) {
      const { challenge } = await offer();
      assert.equal((await call('POST', session, challenge, { passkey })).status, 401);
    }
    assert.equal(await attempt({ counter: 12 }), 200);
  });

  test('a removed passkey opens nothing, and its other sessions end', async () => {
    const { browser } = await newPerson();
    const { browser: stranger } = await newPerson();
    const device = createAuthenticator(origin);
    const { id } = (await (await register(browser, device)).send()).json;
    const { options, challenge } = await offer();
    const opened = await call('POST', session, challenge, { passkey: device.answer(options) });
    const cookie = cookieOf(opened);
    assert.equal((await call('DELETE', `${passkeys}/${id}`, stranger.cookie)).status, 404);
    assert.equal((await call('DELETE', `${passkeys}/${id}`, browser.cookie)).status, 200);
    assert.equal((await call('GET', session, cookie)).status, 401);
    assert.equal((await call('GET', session, browser.cookie)).status, 200);
    const again = await offer();
    const passkey = device.answer(again.options);
    assert.equal((await call('POST', session, again.challenge, { passkey })).status, 401);
  });

  test('a platform key has no passkeys', async () => {
    const owner = await server.siteServer.platformServer.newOwner();
    const { cookie } = await server.signIn({ credential: owner.key });
    for (const [method, path] of [
      ['GET', passkeys],
      ['POST', `${passkeys}/options`],
    ] as const)
      assert.equal((await call(method, path, cookie)).status, 403);
  });

  test('an operator with a passkey needs it: a link alone no longer opens the pages of the operator', async () => {
    const { owner, browser } = await newPerson(true);
    const operator = '/console/operator/owners';
    const before = await server.signIn({ link: await server.newLink(owner.id, true) });
    assert.equal((await call('GET', operator, before.cookie)).status, 200);
    const device = createAuthenticator(origin);
    const added = await (await register(browser, device)).send();
    assert.equal(added.json.operator, true);
    assert.equal((await call('GET', operator, browser.cookie)).status, 200);
    const later = await server.signIn({ link: await server.newLink(owner.id, true) });
    assert.deepEqual(
      [later.view.json.operator, later.view.json.operatorNeedsPasskey],
      [false, true],
    );
    for (const { cookie } of [before, later])
      assert.equal((await call('GET', operator, cookie)).status, 403);
    // A passkey that is added without the first one does not open them either.
    const second = createAuthenticator(origin);
    assert.equal((await (await register(later, second)).send()).json.operator, false);
    assert.equal((await call('GET', operator, later.cookie)).status, 403);
    // Nor does it remove the first one.
    const place = `${passkeys}/${added.json.id}`;
    for (const { cookie } of [before, later])
      assert.equal((await call('DELETE', place, cookie)).status, 403);
    assert.equal((await call('GET', operator, later.cookie)).status, 403);
    const { options, challenge } = await offer();
    const passkey = device.answer(options);
    const opened = await call('POST', session, `${later.cookie}; ${challenge}`, { passkey });
    assert.equal(opened.json.operator, true);
    assert.equal((await call('GET', operator, cookieOf(opened))).status, 200);
    assert.equal((await call('DELETE', place, cookieOf(opened))).status, 200);
  });

  test('where a public address is set, passkeys work under no other name of the server', async () => {
    const { browser } = await newPerson();
    const elsewhere = { ...ownPage, origin: server.url };
    const offered = await call('POST', `${passkeys}/options`, browser.cookie);
    const response = createAuthenticator(elsewhere.origin).register(offered.json);
    const signIn = await offer();
    for (const [path, cookie, body] of [
      [`${passkeys}/options`, browser.cookie, undefined],
      ['/console/sign-in/passkey', '', undefined],
      [passkeys, `${browser.cookie}; ${cookieOf(offered)}`, { response }],
      [session, signIn.challenge, { passkey: { id: 'x' } }],
    ] as const) {
      const refused = await ask(server, 'POST', path, { body, headers: { ...elsewhere, cookie } });
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.error],
        [403, 'origin', `Passkeys work only at ${origin}; open the console there.`],
        path,
      );
    }
  });

  test('a passkey that was added in a session of a credential ends with it', async () => {
    const owner = await server.siteServer.newOwner();
    const { cookie } = await server.signIn({ credential: owner.credential });
    const device = createAuthenticator(origin);
    assert.equal((await (await register({ cookie } as Browser, device)).send()).status, 201);
    const signIn = async () => {
      const { options, challenge } = await offer();
      return call('POST', session, challenge, { passkey: device.answer(options) });
    };
    const opened = await signIn();
    assert.deepEqual([opened.status, opened.json.kind], [200, 'passkey']);
    const { json } = await call('GET', '/console/keys', cookie);
    const own = json.keys.find(({ isOwn }: { isOwn: boolean }) => isOwn);
    assert.equal((await call('DELETE', `/console/keys/${own.id}`, cookieOf(opened))).status, 200);
    assert.equal((await signIn()).status, 401);
    assert.equal((await call('GET', session, cookieOf(opened))).status, 401);
  });
});
