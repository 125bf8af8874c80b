import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type DayCounts, dayMs } from '@baraza/contract';
import { decodeJwt } from 'jose';
import { listGrants } from '../../src/nodes/grants.ts';
import { nodeIdOf } from '../../src/nodes/origin.ts';
import { forgetOldReports } from '../../src/nodes/reports.ts';
import {
  publicKeys,
  rotateSigningKey,
  type SignedType,
  signClaims,
} from '../../src/nodes/signing.ts';
import { demoProfile } from '../../src/server/demo/demo-profile.ts';
import { giveUsage, takeUsage } from '../../src/store/site/usage.ts';
import { sql } from '../../src/store/store.ts';
import { nodePairOfSuite } from '../fixtures/node-pair.ts';
import { ask, engines } from '../fixtures/server.ts';
import type { TestSite } from '../fixtures/site-server.ts';
import { listenHttp } from '../sockets/http-server.ts';

for (const engine of engines)
  describe(`what a node counted, on ${engine}`, () => {
    const pair = nodePairOfSuite(engine);
    let site: TestSite;
    let jti: string;
    before(async () => {
      site = await pair.node.newSite(demoProfile);
      const made = await pair.authorise({ sites: [site.id] });
      pair.give(made.grant);
      jti = made.jti;
    });

    const monthOf = async (grant = jti) =>
      (await listGrants(pair.desk)).find((row) => row.jti === grant)?.month;
    const kept = () =>
      pair.desk.store.all<DayCounts>(sql`SELECT site_id, date, questions, voice FROM node_days`);
    const question = (text: string, at = site) =>
      ask(pair.node, 'POST', `${at.public}/ask`, { body: { question: text } });
    const today = () => new Date(pair.node.assistant.clock()).toISOString().slice(0, 10);
    const counts = (day: Partial<DayCounts> = {}): DayCounts => ({
      site: site.id,
      date: today(),
      questions: 1,
      answered: 1,
      leads: 0,
      voice: 0,
      live_seconds: 0,
      ...day,
    });
    const signed = async (claims: object, type: SignedType = 'node-report+jwt') =>
      (await signClaims(pair.nodeDesk, type, claims)).jws;
    const claimsOf = (days: readonly DayCounts[], more: object = {}) => ({
      iss: nodeIdOf(pair.node.url),
      grant: jti,
      read_at: pair.node.assistant.clock(),
      days,
      ...more,
    });
    const post = (report: string) =>
      ask(pair.operator, 'POST', '/v1/nodes/reports', { body: { report } });

    test('reaches the operator as numbers, and sent twice it counts once', async () => {
      const secret = 'Je mnauza viatu vya Zuhura?';
      for (const text of [secret, 'Mnafungua saa ngapi?', 'Mnafungua saa ngapi kesho?'])
        await question(text);
      const body = { contact: '0700 111 222', message: 'Nipigie Zuhura' };
      await ask(pair.node, 'POST', `${site.public}/leads`, { body });
      const { store } = pair.node.assistant;
      const nowMs = pair.node.assistant.clock();
      await store.write(async (tx) => {
        const taken = await takeUsage(tx, site.id, 'voice', { amount: 5, max: undefined, nowMs });
        assert.ok(taken);
        await giveUsage(tx, site.id, 'voice', { ...taken, amount: 2 });
        await takeUsage(tx, site.id, 'live_seconds', { amount: 40, max: undefined, nowMs });
      });
      await pair.report();
      const first = await monthOf();
      assert.deepEqual(
        [first?.questions, first?.leads, first?.voice, first?.live_seconds],
        [3, 1, 3, 40],
      );
      await pair.report();
      assert.deepEqual(await monthOf(), first);
      assert.deepEqual(pair.warnings, []);
      const texts = JSON.stringify(await pair.desk.store.all(sql`SELECT * FROM node_days`));
      assert.doesNotMatch(texts, /Zuhura|0700 111/);

      // One that has no answer changes a single number.
      await question(secret);
      await pair.report();
      assert.deepEqual(await monthOf(), { ...first, questions: 4 });
    });

    test('waits in the store while the operator is away, and is sent when it is back', async () => {
      const before = (await monthOf())?.questions ?? 0;
      await question('Mko wapi?');
      const grant = await pair.authorise({ sites: [site.id] });
      // A node whose operator refuses it is as one whose operator is away.
      await pair.desk.store.write((tx) =>
        tx.run(sql`UPDATE grants SET revoked_at = 1 WHERE jti = ${jti}`),
      );
      pair.warnings.length = 0;
      await pair.report();
      await pair.report();
      assert.equal(pair.warnings.length, 1);
      assert.match(pair.warnings[0] ?? '', /did not accept the usage report \(answered 401\)/);
      jti = grant.jti;
      pair.give(grant.grant);
      await pair.report();
      assert.equal((await monthOf())?.questions, before + 1);
    });

    test('leaves out sites that the grant does not name', async () => {
      const own = await pair.node.newSite(demoProfile);
      await question('Mko wapi?', own);
      await pair.report();
      assert.ok((await kept()).every((row) => (row as { site_id?: string }).site_id === site.id));
    });

    test('is taken by whole days that can be, of the sites of the grant, each once', async () => {
      const late = pair.node.assistant.clock() + 10 * 60_000;
      for (const [claims, has] of [
        [claimsOf([counts({ site: 'another-site' })]), /not authorised for the site another-site/],
        [claimsOf([counts(), counts()]), /each day of a site only once/],
        [claimsOf([counts({ date: '2020-01-01' })]), /days from/],
        [claimsOf([counts({ date: '2999-01-01' })]), /days from/],
        [claimsOf([counts()], { read_at: late }), /a clock is wrong/],
        [claimsOf([counts({ questions: -1 })]), /not a report/],
        [claimsOf([counts({ questions: 1.5 })]), /not a report/],
        // So many of them would be more than a store can add up.
        [claimsOf([counts({ questions: Number.MAX_SAFE_INTEGER })]), /not a report/],
        [claimsOf(Array(501).fill(counts())), /not a report/],
        [{ ...claimsOf([counts()]), days: 'x' }, /not a report/],
      ] as const) {
        const reply = await post(await signed(claims));
        assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], reply.text);
        assert.match(reply.json.error, has);
      }
      for (const wrong of ['', 'x', 'a.b.c', await signed(claimsOf([]), 'node-grant+jwt')])
        assert.equal((await post(wrong)).status, 400, wrong);
      assert.equal(
        (await ask(pair.operator, 'POST', '/v1/nodes/reports', { body: {} })).status,
        400,
      );
    });

    test('is refused unless it comes from the node of the grant', async () => {
      const report = claimsOf([counts({ questions: 1_000_000 })]);
      const forged = async () => (await signClaims(pair.desk, 'node-report+jwt', report)).jws;
      const ended = await pair.authorise({ days: 1 });
      const revoked = await pair.authorise();
      await pair.desk.store.write((tx) =>
        tx.run(sql`UPDATE grants SET revoked_at = 1 WHERE jti = ${revoked.jti}`),
      );
      await pair.desk.store.write((tx) =>
        tx.run(sql`UPDATE grants SET expires_at = 1 WHERE jti = ${ended.jti}`),
      );
      const whole = await signed(report);
      const [head, , signature] = whole.split('.');
      const changed = Buffer.from(JSON.stringify(claimsOf([counts({ leads: 9 })])));
      for (const [text, has] of [
        [await forged(), /not signed by a key that its node publishes/],
        [`${head}.${changed.toString('base64url')}.${signature}`, /not signed by a key/],
        [await signed({ ...report, grant: 'grant_x' }), /names no grant/],
        [await signed({ ...report, iss: 'node_x' }), /names no grant/],
        [await signed({ ...report, grant: revoked.jti }), /revoked/],
        [await signed({ ...report, grant: ended.jti }), /has expired/],
      ] as const) {
        const reply = await post(text);
        assert.deepEqual([reply.status, reply.json.code], [401, 'unauthorized'], reply.text);
        assert.match(reply.json.error, has);
      }
      assert.notEqual((await monthOf())?.questions, 1_000_000);
    });

    test('that is older does not undo what is newer, and the newer may be less', async () => {
      const readAt = pair.node.assistant.clock();
      const send = async (questions: number, at: number) => {
        const reply = await post(await signed(claimsOf([counts({ questions })], { read_at: at })));
        assert.deepEqual([reply.status, reply.json], [200, { ok: true, days: 1 }]);
      };
      await send(70, readAt);
      await send(50, readAt - 1);
      assert.equal((await monthOf())?.questions, 70);
      await send(60, readAt + 1);
      assert.equal((await monthOf())?.questions, 60);
    });

    test('is taken by the new key of a node, once the operator has looked again', async () => {
      await rotateSigningKey(pair.nodeDesk);
      const send = async () => (await post(await signed(claimsOf([counts()])))).status;
      assert.equal(await send(), 401);
      pair.operator.clock.advance(61_000);
      pair.node.clock.advance(61_000);
      assert.equal(await send(), 200);
    });

    test('is not taken by an old key of a node, once the operator has looked again', async () => {
      const old = await signed(claimsOf([counts({ questions: 77 })]));
      assert.equal((await post(old)).status, 200);
      await rotateSigningKey(pair.nodeDesk);
      pair.operator.clock.advance(16 * 60_000);
      assert.equal((await post(old)).status, 401);
      pair.node.clock.advance(16 * 60_000);
    });

    test('is taken from a node that shows keys of other kinds too', async (t) => {
      const keys = await publicKeys(pair.nodeDesk);
      const others = [{ kty: 'OKP', crv: 'Ed25519', x: 'AA', kid: 'other' }, 'none', null];
      const { alg: _, use: __, ...bare } = keys[0] ?? assert.fail();
      const origin = await listenHttp(t, (_request, response) => {
        response.end(JSON.stringify({ keys: [...others, bare] }));
      });
      const given = await pair.authorise({ origin });
      const claims = claimsOf([counts()], { grant: given.jti, iss: nodeIdOf(origin) });
      const reply = await post(await signed(claims));
      assert.deepEqual([reply.status, reply.json], [200, { ok: true, days: 1 }]);
    });

    test('cannot be checked where its node shows no keys', async () => {
      const gone = await pair.authorise({ origin: 'http://127.0.0.1:9' });
      const { sub } = decodeJwt(gone.grant);
      const reply = await post(await signed(claimsOf([], { grant: gone.jti, iss: sub })));
      assert.equal(reply.status, 401);
      assert.match(reply.json.error, /its node does not publish its keys/);
    });

    test('is not read when too much comes from one network', async () => {
      pair.operator.clock.advance(120_000);
      const statuses = await Promise.all(Array.from({ length: 125 }, () => post('x')));
      const count = (status: number) => statuses.filter((reply) => reply.status === status).length;
      assert.deepEqual([count(400), count(429)], [120, 5]);
      const late = statuses.find(({ status }) => status === 429);
      assert.match(late?.headers.get('retry-after') ?? '', /^\d+$/);
    });

    test('is forgotten after a year and a little more', async () => {
      assert.ok((await kept()).length > 0);
      pair.operator.clock.advance(300 * dayMs);
      assert.equal(await forgetOldReports(pair.desk), 0);
      pair.operator.clock.advance(110 * dayMs);
      await forgetOldReports(pair.desk);
      assert.deepEqual(await kept(), []);
    });
  });
