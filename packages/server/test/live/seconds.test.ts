import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultPlans } from '../../src/limits/plans.ts';
import { countSeconds } from '../../src/site/live/seconds.ts';
import { findSite, type SiteRow } from '../../src/store/site/sites.ts';
import { findUsage } from '../../src/store/site/usage.ts';
import { createManualTime } from '../fixtures/manual-time.ts';
import { openSiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

const { free } = defaultPlans;
if (free === undefined) throw new Error('there is no free plan');

const plans = { forty: { ...free, live_seconds: 40 } };

describe('live seconds', () => {
  const time = createManualTime();
  const { server, owner } = siteServerOfSuite('sqlite', { time, plans });

  const newSite = async (plan: string): Promise<SiteRow> => {
    const site = await findSite(server.assistant.store, await owner.newSite(shop, plan));
    if (site === undefined) throw new Error('no site');
    return site;
  };
  const used = async ({ id }: SiteRow) =>
    Number((await findUsage(server.assistant.store, id, server.assistant.clock()))?.live_seconds);
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds * 4; at += 1) await time.pass(250);
  };
  const start = async (site: SiteRow) => {
    const events: string[] = [];
    const seconds = await countSeconds(server.assistant, site);
    seconds.follow({
      onLast: (leftMs) => events.push(`last ${Math.round(leftMs / 1000)}`),
      onUsedUp: ({ code }) => events.push(code),
    });
    return { events, settle: seconds.settle };
  };

  for (const [plan, name] of [
    ['forty', 'a plan with a limit'],
    ['local', 'a plan without one'],
  ] as const)
    test(`every second begun is counted once, with ${name}`, async () => {
      const site = await newSite(plan);
      const { settle, events } = await start(site);
      await pass(6.5);
      await settle();
      await settle();
      assert.equal(await used(site), 7);
      assert.deepEqual(events, []);
      const second = await start(site);
      await second.settle();
      assert.equal(await used(site), 8);
    });

  test('the last 30 seconds are announced, and the session ends with the last one', async () => {
    const site = await newSite('forty');
    const { events, settle } = await start(site);
    await pass(9.5);
    assert.deepEqual(events, []);
    await pass(1);
    assert.deepEqual(events, ['last 30']);
    await pass(29);
    assert.deepEqual(events, ['last 30']);
    await pass(1);
    assert.deepEqual(events, ['last 30', 'plan']);
    await settle();
    assert.equal(await used(site), 40);
    await assert.rejects(countSeconds(server.assistant, site), { code: 'plan' });
  });

  test('several sessions together never use more than the plan has', async () => {
    const site = await newSite('forty');
    const all = await Promise.all([start(site), start(site), start(site)]);
    await pass(20);
    assert.ok((await used(site)) <= 40);
    for (const { events } of all) assert.equal(events.at(-1), 'plan');
    for (const { settle } of all) await settle();
    assert.ok((await used(site)) <= 40);
  });

  test('a session with less than 30 seconds left is warned at once', async () => {
    const site = await newSite('forty');
    const { settle } = await start(site);
    await pass(25);
    await settle();
    const late = await start(site);
    assert.deepEqual(late.events, ['last 15']);
    await late.settle();
    assert.equal(await used(site), 26);
  });
});

test('sessions of two processes share the seconds of a plan', async (t) => {
  const time = createManualTime();
  const server = await openSiteServer('postgres', { time, plans });
  t.after(() => server.close());
  const other = await openSiteServer('postgres', { time, plans, beside: server });
  t.after(() => other.close());
  const id = await (await server.newOwner()).newSite(shop, 'forty');
  const site = await findSite(server.assistant.store, id);
  assert.ok(site !== undefined);
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, (_, at) =>
      countSeconds((at % 2 === 0 ? server : other).assistant, site),
    ),
  );
  const begun = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.ok(begun.length >= 4 && begun.length < 30);
  const used = async () =>
    Number((await findUsage(server.assistant.store, id, server.assistant.clock()))?.live_seconds);
  assert.equal(await used(), 40);
  for (const { settle } of begun) await settle();
  assert.equal(await used(), begun.length);
});
