import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  dayMs,
  descriptorSchema,
  grantClaimsSchema,
  nodeListSchema,
  revokedListSchema,
} from '@baraza/contract';
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose';
import { nodeOperations } from '../../src/nodes/grants.ts';
import { nodeIdOf } from '../../src/nodes/origin.ts';
import { publicKeys } from '../../src/nodes/signing.ts';
import { sql } from '../../src/store/store.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { nodePairOfSuite, openNodePair } from '../fixtures/node-pair.ts';
import { ask, defaultEngine, engines } from '../fixtures/server.ts';

for (const engine of engines)
  describe(`an operator and its node on ${engine}`, () => {
    const pair = nodePairOfSuite(engine);

    const get = async (pair: { url: string }, path: string) => (await ask(pair, 'GET', path)).json;
    const verify = async (grant: string) => {
      const { keys } = await get(pair.operator, '/v1/operator');
      const verified = await compactVerify(grant, createLocalJWKSet({ keys }));
      return { kid: verified.protectedHeader.kid, keys: keys as { kid: string }[] };
    };

    test('describe themselves to any page, at both addresses', async () => {
      const headers = { origin: 'https://any.example' };
      for (const server of [pair.operator, pair.node]) {
        const [shown, alias] = await Promise.all(
          ['/v1/operator', '/.well-known/site-assistant'].map((path) =>
            ask(server, 'GET', path, { headers }),
          ),
        );
        assert.equal(shown?.status, 200);
        assert.equal(shown.headers.get('access-control-allow-origin'), '*');
        assert.deepEqual(descriptorSchema.strict().parse(shown.json), shown.json);
        assert.deepEqual(alias?.json, shown.json);
        assert.deepEqual(
          [shown.json.origin, shown.json.node_id, shown.json.operator],
          [server.url, nodeIdOf(server.url), pair.operator.url],
        );
        assert.ok(shown.json.capabilities.includes('ask'));
        assert.doesNotMatch(shown.text, /"d"|sqlite|postgres|jose/i);
      }
      assert.equal((await get(pair.operator, '/v1/operator')).role, 'operator');
      assert.equal((await get(pair.node, '/v1/operator')).role, 'node');
    });

    test('have one key each, however many processes create it at once, and store it encrypted', async (t) => {
      const fresh = await openNodePair(engine);
      t.after(fresh.close);
      const all = await Promise.all(Array.from({ length: 8 }, () => publicKeys({ ...fresh.desk })));
      assert.equal(new Set(all.map((keys) => keys.map(({ kid }) => kid).join())).size, 1);
      const rows = await fresh.desk.store.all<{ private: string }>(
        sql`SELECT private FROM signing_keys`,
      );
      assert.equal(rows.length, 1);
      assert.doesNotMatch(rows[0]?.private ?? '', /"d"/);
      assert.match(fresh.desk.seal.open(rows[0]?.private ?? ''), /"d":/);
    });

    test('a grant is signed by its operator, and listed until it is revoked', async () => {
      const { jti, grant } = await pair.authorise({ sites: ['duka', 'soko'], days: 90 });
      await verify(grant);
      const claims = grantClaimsSchema.strict().parse(decodeJwt(grant));
      assert.deepEqual(
        [claims.iss, claims.sub, claims.origin, claims.sites, claims.jti],
        [pair.operator.url, nodeIdOf(pair.node.url), pair.node.url, ['duka', 'soko'], jti],
      );
      assert.equal(claims.exp - claims.iat, 90 * 86_400);
      const list = await get(pair.operator, '/v1/nodes');
      assert.deepEqual(nodeListSchema.strict().parse(list), list);
      assert.equal(
        list.nodes.find((node: { jti: string }) => node.jti === jti).origin,
        claims.origin,
      );
      assert.deepEqual(await get(pair.operator, '/v1/revoked'), { revoked: [] });

      const revoked = await nodeOperations['nodes revoke'](pair.desk, { jti });
      assert.deepEqual(await nodeOperations['nodes revoke'](pair.desk, { jti }), revoked);
      const shown = await ask(pair.operator, 'GET', '/v1/revoked', {
        headers: { origin: 'https://any.example' },
      });
      assert.deepEqual(revokedListSchema.parse(shown.json), { revoked: [jti] });
      assert.equal(shown.headers.get('access-control-allow-origin'), '*');
      assert.equal(shown.headers.get('cache-control'), 'no-store');
      assert.doesNotMatch(JSON.stringify(await get(pair.operator, '/v1/nodes')), new RegExp(jti));
      await assert.rejects(
        async () => nodeOperations['nodes revoke'](pair.desk, { jti: 'grant_x' }),
        { code: 'not_found' },
      );
    });

    test('a replaced key signs nothing, and is listed until the last grant by it ends or is revoked', async (t) => {
      const fresh = await openNodePair(engine);
      t.after(fresh.close);
      const keysNow = async () =>
        (await get(fresh.operator, '/v1/operator')).keys.map(({ kid }: { kid: string }) => kid);
      const { grant } = await fresh.authorise({ days: 10 });
      const [old] = await keysNow();
      const { kid } = await nodeOperations['nodes rotate-key'](fresh.desk, {});
      assert.deepEqual((await keysNow()).toSorted(), [old, kid].toSorted());
      const { keys } = await get(fresh.operator, '/v1/operator');
      await compactVerify(grant, createLocalJWKSet({ keys }));
      const rows = await fresh.desk.store.all<{ kid: string }>(
        sql`SELECT kid FROM signing_keys WHERE private IS NOT NULL`,
      );
      assert.deepEqual(
        rows.map((row) => row.kid),
        [kid],
      );
      fresh.operator.clock.advance(11 * dayMs);
      assert.deepEqual(await keysNow(), [kid]);
      const grants = [await fresh.authorise(), await fresh.authorise()];
      const last = await nodeOperations['nodes rotate-key'](fresh.desk, {});
      for (const { jti } of grants) {
        assert.equal((await keysNow()).length, 2);
        await nodeOperations['nodes revoke'](fresh.desk, { jti });
      }
      // A stolen private key could otherwise still sign grants that no revocation lists.
      assert.deepEqual(await keysNow(), [last.kid]);
    });

    // What follows are rules of grants and their file, which no store changes.
    if (engine !== defaultEngine) return;

    test('only an https origin is authorised, or one of this machine, for sites and days that can be', async () => {
      for (const origin of [
        'http://node.example',
        'http://127.0.0.1.example',
        'http://10.0.0.1',
        'https://node.example/path',
        'https://user@node.example',
        'https://node.example?x',
        'ftp://127.0.0.1',
        'node.example',
        '',
      ])
        await assert.rejects(pair.authorise({ origin }), { code: 'invalid' }, origin);
      for (const origin of ['https://node.example/', 'http://localhost:1', 'http://[::1]:4200'])
        assert.ok((await pair.authorise({ origin })).grant);
      for (const wrong of [{ days: 0 }, { days: 91 }, { days: 1.5 }, { sites: ['No'] }])
        await assert.rejects(pair.authorise(wrong), { code: 'invalid' });
      await assert.rejects(
        async () =>
          nodeOperations['nodes authorize'](pair.nodeDesk, { origin: 'https://x.example' }),
        { code: 'conflict', message: /A node cannot authorise/ },
      );
    });

    test('a grant for as many sites as one may name is shown by its node', async () => {
      const sites = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(40, 'a'));
      const { grant, jti } = await pair.authorise({ sites });
      pair.give(JSON.stringify({ jti, grant }));
      assert.equal((await get(pair.node, '/v1/operator')).grant, grant);
    });

    test('a node lists itself only with its own valid grant', async () => {
      const listed = async () => (await get(pair.node, '/v1/nodes')).nodes.length;
      pair.give((await pair.authorise({ days: 2 })).grant);
      assert.equal(await listed(), 1);
      pair.node.clock.advance(3 * dayMs);
      assert.equal(await listed(), 0);
      pair.node.clock.advance(-3 * dayMs);
      pair.give((await pair.authorise({ origin: 'https://b.example' })).grant);
      assert.equal(await listed(), 0);
    });

    test('a node publishes the grant of its file, and a new one as soon as the file changes', async () => {
      const shown = async () => (await get(pair.node, '/v1/operator')).grant;
      pair.removeFile();
      assert.equal(await shown(), null);
      assert.deepEqual(await get(pair.node, '/v1/nodes'), { nodes: [] });
      const first = await pair.authorise();
      pair.give(`${first.grant}\n`);
      assert.equal(await shown(), first.grant);
      const second = await pair.authorise({ days: 5 });
      pair.give(JSON.stringify(second));
      assert.equal(await shown(), second.grant);
      const { nodes } = await get(pair.node, '/v1/nodes');
      assert.deepEqual(
        nodes.map((node: { jti: string; origin: string }) => [node.jti, node.origin]),
        [[second.jti, pair.node.url]],
      );
      for (const wrong of ['', '<script>', '{"grant":7}', '{', 'x'.repeat(9_000), 'a b.c.d']) {
        pair.give(wrong);
        assert.equal(await shown(), null, wrong);
      }
    });

    test('a node says in one sentence what is wrong with its grant, once, and serves all the same', async () => {
      const other = await openNodePair(engine);
      const site = await pair.node.newSite({ business: 'Duka' });
      const warning = async (text: string | undefined) => {
        pair.warnings.length = 0;
        if (text === undefined) pair.removeFile();
        else pair.give(text);
        await pair.report();
        await pair.report();
        assert.equal((await ask(pair.node, 'GET', `${site.public}/config`)).status, 200);
        assert.ok(pair.warnings.length <= 1, pair.warnings.join('\n'));
        return pair.warnings[0] ?? '';
      };
      try {
        const { grant } = await pair.authorise();
        assert.equal(await warning(grant), '');
        assert.match(await warning(undefined), /BARAZA_GRANT_FILE cannot be read/);
        assert.match(await warning('nothing'), /has no grant/);
        assert.match(await warning(grant.slice(0, 200)), /The grant of this node is malformed/);
        assert.match(
          await warning((await pair.authorise({ origin: 'https://b.example' })).grant),
          /is for https:\/\/b\.example, and this is http/,
        );
        const foreign = await other.authorise({ origin: pair.node.url });
        assert.match(await warning(foreign.grant), /is not signed by http/);
        assert.match(
          await warning((await pair.authorise({ days: 3 })).grant),
          /ends at .*; ask its operator/,
        );
        const { grant: short } = await pair.authorise({ days: 1 });
        pair.node.clock.advance(2 * dayMs);
        assert.match(await warning(short), /ended at/);
      } finally {
        pair.node.clock.advance(-2 * dayMs);
        await other.close();
      }
    });

    test('the commands report as JSON what they did, and name a site that is not here', async () => {
      const environment: { [name: string]: string } = {
        BARAZA_DATA: pair.operator.platformServer.folder,
        BARAZA_PUBLIC_SITE_URL: pair.operator.url,
      };
      const databaseUrl = pair.operator.platformServer.installation.config.databaseUrl;
      if (databaseUrl !== undefined) environment.DATABASE_URL = databaseUrl;
      const command = async (...words: string[]) => {
        const { code, out, err } = await runCommand([...words, '--json'], environment);
        assert.deepEqual([code, err], [0, []]);
        return JSON.parse(out.join(''));
      };
      const owner = await pair.operator.newOwner();
      for (const slug of ['a-b', 'c-d']) await owner.newSite({}, slug);
      const made = await command(
        'nodes',
        'authorize',
        '--origin',
        'https://c.example',
        '--sites',
        'a-b, c-d',
      );
      assert.deepEqual(Object.keys(made), ['jti', 'grant']);
      assert.deepEqual(decodeJwt(made.grant).sites, ['a-b', 'c-d']);
      await verify(made.grant);
      const listed = await command('nodes', 'list');
      const row = listed.find(({ jti }: { jti: string }) => jti === made.jti);
      assert.deepEqual(
        [row.origin, row.status, row.month, row.reportedAt],
        ['https://c.example', 'active', null, null],
      );
      assert.equal((await command('nodes', 'revoke', made.jti)).jti, made.jti);
      assert.ok((await get(pair.operator, '/v1/revoked')).revoked.includes(made.jti));
      for (const words of [
        ['--days', '91'],
        ['--days', 'x'],
        ['--sites', 'a-b,,'],
        ['--sites', 'X'],
      ]) {
        const { code, err } = await runCommand(
          ['nodes', 'authorize', '--origin', 'https://c.example', ...words],
          environment,
        );
        assert.deepEqual([code, err.length], [1, 1], words.join(' '));
      }
      for (const json of [[], ['--json']]) {
        const { code, out, err } = await runCommand(
          ['nodes', 'authorize', '--origin', 'https://c.example', '--sites', 'a-b,c-e', ...json],
          environment,
        );
        assert.deepEqual([code, err.length], [0, 1]);
        assert.match(err.join(), /^There is no site c-e on this server; .*\.$/);
        assert.doesNotMatch(out.join('\n'), /There is no site|absent/);
      }
      for (const verb of ['authorize', 'revoke', 'list', 'rotate-key'])
        assert.match(
          (await runCommand(['nodes', verb, '--help'])).out.join('\n'),
          /Example: baraza nodes/,
        );
    });
  });
