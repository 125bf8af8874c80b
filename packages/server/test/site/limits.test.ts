import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/store/store.ts';
import { ask, defaultEngine, engines } from '../fixtures/server.ts';
import {
  askSite,
  asOwner,
  openSiteServer,
  type SiteServer,
  shop,
  siteServersOfSuite,
} from '../fixtures/visit-server.ts';

const unlimited = {
  ask_visitor: null,
  ask_network: null,
  transcribe: null,
  speak: null,
  leads: null,
};
const month = { questions: null, voice: null, live_seconds: null, live_sessions: null };
const plans = {
  ten: { ...month, questions: 10, rates: unlimited },
  nothing: { ...month, questions: 0, rates: unlimited },
  slow: { ...month, rates: { ...unlimited, ask_visitor: 10, ask_network: 20, leads: 5 } },
  none: { ...month, rates: { ...unlimited, ask_visitor: 0 } },
};
const visitor = (at: number) => ({ 'x-visitor': `visitor-${at}`.padEnd(22, '0') });

for (const engine of engines)
  describe(`limits of a plan, on ${engine}`, () => {
    const { server, second, owner } = siteServersOfSuite(engine, { plans, proxyHops: 1 });

    const together = <Result>(
      count: number,
      call: (at: number, from: SiteServer) => Promise<Result>,
    ) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => call(at, at % 2 === 0 ? server : second)),
      );
    const statuses = (replies: readonly { readonly status: number }[]) =>
      Object.fromEntries(
        Map.groupBy(replies, ({ status }) => status)
          .entries()
          .map(([status, all]) => [status, all.length]),
      );

    test('of 30 concurrent asks exactly 10 fit an allowance of 10', async () => {
      const site = await owner.newSite(shop, 'ten');
      const results = await together(30, (_, from) => askSite(from, site, 'Do you deliver?'));
      assert.deepEqual(statuses(results.map(({ response }) => response)), { 200: 10, 429: 20 });
      const refused = results.find(({ response }) => response.status === 429)?.response;
      assert.equal(refused?.json.code, 'quota');
      assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/);
      assert.match(refused?.headers.get('ratelimit') ?? '', /^"month";r=0;t=\d+$/);
      assert.match(refused?.headers.get('ratelimit-policy') ?? '', /^"month";q=10;w=\d+$/);
      assert.match(refused?.json.handoff, /^https:\/\/wa\.me\//);
      assert.match(refused?.json.error, /limit for this month/);
      const { json } = await owner.send('GET', site);
      assert.deepEqual(json.usage.questions, { used: 10, limit: 10 });
      const { total } = (await owner.send('GET', `${site}/questions`)).json;
      assert.equal(total, 10);
    });

    test('of 30 concurrent asks of one visitor 10 pass, and 10 more in the next minute', async () => {
      const site = await owner.newSite(shop, 'slow');
      const burst = () =>
        together(30, (at, from) =>
          askSite(from, site, 'Do you deliver?', {
            ...visitor(1),
            'x-forwarded-for': `41.90.${at >> 8}.${at & 255}`,
          }),
        );
      const first = await burst();
      assert.deepEqual(statuses(first.map(({ response }) => response)), { 200: 10, 429: 20 });
      const refused = first.find(({ response }) => response.status === 429)?.response;
      assert.equal(refused?.json.code, 'rate');
      assert.match(refused?.headers.get('ratelimit-policy') ?? '', /^"visitor";q=10;w=60$/);
      assert.match(refused?.json.handoff, /^https:/);
      server.clock.advance(61_000);
      if (second !== server) second.clock.advance(61_000);
      const next = await burst();
      assert.deepEqual(statuses(next.map(({ response }) => response)), { 200: 10, 429: 20 });
    });

    test('of 30 concurrent asks of one network 20 pass, whatever the visitor ids', async () => {
      const site = await owner.newSite(shop, 'slow');
      const results = await together(30, (at, from) =>
        askSite(from, site, 'Do you deliver?', {
          ...visitor(at),
          'x-forwarded-for': `2c0f:fe38:1:2:${at.toString(16)}::1`,
        }),
      );
      assert.deepEqual(statuses(results.map(({ response }) => response)), { 200: 20, 429: 10 });
    });

    test('five leads are accepted in ten minutes', async () => {
      const site = await owner.newSite(shop, 'slow');
      const leave = (at: number, from: SiteServer) =>
        ask(from, 'POST', `/v1/sites/${site}/leads`, {
          body: { contact: `person${at}@example.com` },
          headers: visitor(7),
        });
      assert.deepEqual(statuses(await together(15, leave)), { 201: 5, 429: 10 });
    });

    test('a site of the plan local has no limit and counts no visits', async () => {
      const site = await owner.newSite(shop);
      const results = await together(30, (_, from) =>
        askSite(from, site, 'Do you deliver?', visitor(1)),
      );
      assert.deepEqual(statuses(results.map(({ response }) => response)), { 200: 30 });
      const buckets = await server.installation.store.all(
        sql`SELECT bucket FROM rates WHERE bucket LIKE ${`% ${site} %`}`,
      );
      assert.deepEqual(buckets, []);
    });

    test('no address and no id of a visitor is stored', async () => {
      const site = await owner.newSite(shop, 'slow');
      await askSite(server, site, 'Do you deliver?', {
        ...visitor(9),
        'x-forwarded-for': '41.90.7.7',
      });
      const kept = JSON.stringify(
        await server.installation.store.all(sql`SELECT bucket FROM rates`),
      );
      assert.doesNotMatch(kept, /41\.90|visitor-9/);
    });

    test('the month is decided by the clock of the store', async (t) => {
      const site = await owner.newSite(shop, 'ten');
      await askSite(server, site, 'Do you deliver?');
      const own = await openSiteServer(engine, { plans });
      t.after(own.close);
      const other = await own.newOwner();
      const its = await other.newSite(shop, 'ten');
      const used = async () =>
        (await asOwner(own, other, 'GET', its)).json.usage.questions.used as number;
      await askSite(own, its, 'Do you deliver?');
      assert.equal(await used(), 1);
      own.clock.advance(40 * 86_400_000);
      await askSite(own, its, 'Do you deliver?');
      // The embedded store has the clock of its process; PostgreSQL has its own.
      assert.equal(await used(), engine === 'sqlite' ? 1 : 2);
    });

    // What follows are rules before the store, which no store changes.
    if (engine !== defaultEngine) return;

    test('a plan without questions refuses in the language of the question', async () => {
      const site = await owner.newSite(shop, 'nothing');
      const english = await askSite(server, site, 'Do you deliver to my house?');
      assert.equal(english.response.status, 429);
      const swahili = await askSite(server, site, 'Je, mnafungua saa ngapi kesho asubuhi?');
      assert.match(swahili.response.json.error, /kikomo/);
    });

    test('visitors without a valid id are counted as their network', async () => {
      const site = await owner.newSite(shop, 'slow');
      const results = await together(15, (at, from) =>
        askSite(from, site, 'Do you deliver?', {
          'x-forwarded-for': '41.90.1.1',
          ...(at % 3 === 0 ? { 'x-visitor': `short${at}` } : {}),
        }),
      );
      assert.deepEqual(statuses(results.map(({ response }) => response)), { 200: 10, 429: 5 });
    });

    test('a visitor id in the query counts like one in the header', async () => {
      const site = await owner.newSite(shop, 'slow');
      const name = 'abcdefghijklmnopqrstuv';
      const results = await together(15, (at, from) =>
        ask(from, 'POST', `/v1/sites/${site}/ask${at % 2 === 0 ? `?visitor=${name}` : ''}`, {
          body: { question: 'Do you deliver?' },
          headers: at % 2 === 0 ? {} : { 'x-visitor': name },
        }),
      );
      assert.deepEqual(statuses(results), { 200: 10, 429: 5 });
    });

    test('a call over its limit is refused before its body is read, in the language of its headers', async () => {
      const site = await owner.newSite(shop, 'none');
      const reply = await ask(server, 'POST', `/v1/sites/${site}/ask`, {
        body: '{"question":',
        headers: { 'accept-language': 'sw;q=0.9, en;q=0.2', 'content-type': 'application/json' },
      });
      assert.equal(reply.status, 429);
      assert.match(reply.json.error, /Maombi/);
    });
  });
