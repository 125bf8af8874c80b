import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consoleLimits, dayMs, hourMs } from '@baraza/contract';
import { createKey, rotateKey } from '../../src/access/keys.ts';
import { findSigned, signIn } from '../../src/console/sessions.ts';
import { performOperation } from '../../src/server/operations.ts';
import { pruneConsole } from '../../src/store/console.ts';
import { sql } from '../../src/store/store.ts';
import { ask, engines } from '../fixtures/server.ts';
import { consoleOfSuite, cookieOf, openConsoleServer, ownPage } from './console-server.ts';

const session = '/console/session';

for (const engine of engines)
  describe(`sessions of the console on ${engine}`, () => {
    const server = consoleOfSuite(engine);

    test('an owner credential becomes a cookie that no script can read, for thirty days', async () => {
      const owner = await server.siteServer.newOwner();
      const { view, call } = await server.signIn({ credential: owner.credential });
      assert.equal(view.status, 200);
      assert.match(
        view.headers.get('set-cookie') ?? '',
        /^baraza_session=[\w-]{43}; Path=\/console; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
      );
      assert.deepEqual(
        [view.json.owner.id, view.json.kind, view.json.operator, view.json.scopes],
        [owner.id, 'owner', false, ['*']],
      );
      assert.deepEqual(view.json.can, { platform: true, sites: true, keys: true });
      assert.deepEqual((await call('GET', session)).json, view.json);
      assert.ok(!view.text.includes(owner.credential));
    });

    test('nothing in the store opens a session: neither a token nor a link is kept as it is', async () => {
      const owner = await server.siteServer.newOwner();
      const link = await server.newLink(owner.id);
      const { cookie } = await server.signIn({ credential: owner.credential });
      const { store } = server.console.platform;
      const rows = [
        ...(await store.all(sql`SELECT * FROM console_sessions`)),
        ...(await store.all(sql`SELECT * FROM console_links`)),
      ];
      const text = JSON.stringify(rows);
      assert.ok(rows.length >= 2);
      assert.ok(!text.includes(link) && !text.includes(cookie.split('=')[1] ?? ''));
    });

    test('a session ends with its credential, whatever ends that', async () => {
      const { keyring } = server.console;
      const { platformServer: platform } = server.siteServer;
      const owner = await platform.newOwner();
      for (const end of [
        (id: string) => platform.revoke(id),
        (id: string) => rotateKey(keyring, id, 0),
      ]) {
        const key = await owner.newKey(['data']);
        const { call } = await server.signIn({ credential: key.key });
        assert.equal((await call('GET', session)).status, 200);
        await end(key.id);
        assert.equal((await call('GET', session)).status, 401);
        assert.equal((await call('GET', '/console/platform/resources')).status, 401);
      }
      const short = await owner.newKey(['data'], hourMs);
      const { call } = await server.signIn({ credential: short.key });
      platform.clock.advance(hourMs + 1);
      assert.equal((await call('GET', session)).status, 401);
    });

    test('the session of a key ends after twelve hours, however much it is used', async () => {
      const { platformServer: platform } = server.siteServer;
      const owner = await platform.newOwner();
      const { call, view } = await server.signIn({ credential: owner.key });
      assert.match(view.headers.get('set-cookie') ?? '', /; Max-Age=43200;/);
      platform.clock.advance(11 * hourMs);
      const used = await call('GET', session);
      assert.deepEqual([used.status, used.headers.get('set-cookie')], [200, null]);
      assert.equal(used.json.expiresAt, view.json.expiresAt);
      platform.clock.advance(hourMs);
      assert.equal((await call('GET', session)).status, 401);
    });

    test('the session of a person ends after thirty days without use, and each use prolongs it', async () => {
      const { platformServer: platform } = server.siteServer;
      const owner = await server.siteServer.newOwner();
      const { call } = await server.signIn({ credential: owner.credential });
      const expiresAt = async () => (await call('GET', session)).json.expiresAt as string;
      for (let count = 0; count < 3; count += 1) {
        const before = await expiresAt();
        platform.clock.advance(29 * dayMs);
        const used = await call('GET', session);
        assert.equal(used.status, 200);
        assert.match(used.headers.get('set-cookie') ?? '', /; Max-Age=2592000;/);
        // No request waits until the use is written.
        for (let tries = 0; tries < 200 && (await expiresAt()) === before; tries += 1);
        const leftMs = Date.parse(await expiresAt()) - server.console.platform.clock();
        assert.ok(leftMs > 29 * dayMs && leftMs <= 30 * dayMs);
      }
      platform.clock.advance(30 * dayMs);
      assert.equal((await call('GET', session)).status, 401);
    });

    test('a session ends with its owner', async () => {
      const { platformServer: platform } = server.siteServer;
      const owner = await server.siteServer.newOwner();
      const link = await server.newLink(owner.id);
      const unused = await server.newLink(owner.id);
      const byLink = await server.signIn({ link });
      assert.equal((await byLink.call('GET', session)).json.kind, 'link');
      const { installation } = platform;
      const { adminContextOf } = await import('../../src/server/operations.ts');
      await performOperation(adminContextOf(installation), 'owners delete', {
        owner: owner.id,
        yes: true,
      });
      assert.equal((await byLink.call('GET', session)).status, 401);
      assert.equal((await server.signIn({ link: unused })).view.status, 401);
    });

    test('a link opens one session, and a replay, an old one and an invented one the same refusal', async () => {
      const owner = await server.siteServer.newOwner();
      const link = await server.newLink(owner.id);
      const both = await Promise.all([server.signIn({ link }), server.signIn({ link })]);
      assert.deepEqual(both.map(({ view }) => view.status).toSorted(), [200, 401]);
      const old = await server.newLink(owner.id);
      server.siteServer.clock.advance(24 * hourMs + 1);
      for (const token of [link, old, 'x'.repeat(43), '']) {
        const { view } = await server.signIn({ link: token });
        assert.equal(view.status, 401);
        assert.match(view.json.error, /^This link was used already or has expired; [^.]+\.$/);
        assert.equal(view.headers.get('set-cookie'), null);
      }
    });

    test('a cookie that was planted is never adopted, and signing in ends the session before', async () => {
      const owner = await server.siteServer.newOwner();
      const planted = `baraza_session=${'A'.repeat(43)}`;
      const signInWith = (cookie: string) =>
        ask(server, 'POST', session, {
          body: { credential: owner.credential },
          headers: { ...ownPage, cookie },
        });
      const first = cookieOf(await signInWith(planted));
      assert.notEqual(first, planted);
      const statusOf = async (cookie: string) =>
        (await ask(server, 'GET', session, { headers: { cookie } })).status;
      assert.deepEqual([await statusOf(planted), await statusOf(first)], [401, 200]);
      const second = cookieOf(await signInWith(first));
      assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
      assert.equal(await statusOf(`${second}; ${planted}`), 401);
    });

    test('signing out ends the session and takes the cookie away', async () => {
      const owner = await server.siteServer.newOwner();
      const { call } = await server.signIn({ credential: owner.credential });
      const out = await call('DELETE', session);
      assert.equal(out.status, 200);
      assert.match(
        out.headers.get('set-cookie') ?? '',
        /^baraza_session=; Path=\/console; Max-Age=0;/,
      );
      assert.equal((await call('GET', session)).status, 401);
      assert.equal((await call('DELETE', session)).status, 401);
    });

    test('housekeeping removes what has expired, and nothing else', async () => {
      const { store, clock } = server.console.platform;
      const owner = await server.siteServer.newOwner();
      await server.signIn({ credential: owner.credential });
      await server.newLink(owner.id);
      server.siteServer.clock.advance(31 * dayMs);
      const { call } = await server.signIn({ credential: owner.credential });
      await store.write((tx) => pruneConsole(tx, clock()));
      const left = await store.all<{ hash: string }>(sql`SELECT hash FROM console_sessions`);
      assert.equal(left.length, 1);
      assert.deepEqual(await store.all(sql`SELECT hash FROM console_links`), []);
      assert.equal((await call('GET', session)).status, 200);
    });

    test('a credential has a number of sessions, and a new one ends its oldest and no other', async () => {
      const { keyring } = server.console;
      const owner = await server.siteServer.newOwner();
      const other = await server.signIn({ link: await server.newLink(owner.id, true) });
      const tokens: string[] = [];
      for (let count = 0; count <= consoleLimits.sessionsPerCredentialMax; count += 1) {
        server.siteServer.clock.advance(1);
        const { token } = await signIn(keyring, { credential: owner.credential }, undefined);
        tokens.push(token);
      }
      assert.equal(await findSigned(keyring, tokens[0] ?? ''), undefined);
      for (const token of tokens.slice(1)) assert.ok(await findSigned(keyring, token));
      assert.equal((await other.call('GET', session)).status, 200);
    });

    test('the sessions of platform keys are bounded, and leave room for the owner', async () => {
      const { keyring } = server.console;
      const owner = await server.siteServer.newOwner();
      const { sessionsPerCredentialMax: each, sessionsPerOwnerMax: inAll } = consoleLimits;
      const wanted = { owner: owner.id, name: 'k', scopes: ['data'], expiresInMs: null };
      const made = await Promise.all(
        Array.from({ length: inAll / each + 1 }, () => createKey(keyring, wanted)),
      );
      const [last, ...others] = made.map(({ key }) => key);
      for (const credential of others)
        for (let count = 0; count < each; count += 1)
          await signIn(keyring, { credential }, undefined);
      const refused = await server.signIn({ credential: last ?? '' });
      assert.deepEqual([refused.view.status, refused.view.json.code], [409, 'quota']);
      const link = await server.newLink(owner.id);
      assert.equal((await server.signIn({ link })).view.status, 200);
      assert.equal((await server.signIn({ credential: owner.credential })).view.status, 200);
    });

    test('guesses are limited, and do not keep out those with a credential', async (t) => {
      const server = await openConsoleServer(engine);
      t.after(server.close);
      const statuses = await Promise.all(
        Array.from({ length: 23 }, async () => (await server.signIn({ link: 'guess' })).view),
      );
      const refused = statuses.filter(({ status }) => status === 429);
      assert.equal(refused.length, 3);
      assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0);
      const owner = await server.siteServer.newOwner();
      for (let count = 0; count < 25; count += 1)
        assert.equal((await server.signIn({ credential: owner.credential })).view.status, 200);
    });
  });
