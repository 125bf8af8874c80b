/** Live sessions of two processes on one store, and of one that stops. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultPlans } from '../../src/limits/plans.ts';
import { insertLive, liveIdsOf } from '../../src/store/site/live.ts';
import { findUsage } from '../../src/store/site/usage.ts';
import type { Store } from '../../src/store/store.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { visitLive } from '../fixtures/live-visit.ts';
import {
  openSiteServer,
  type SiteServer,
  shop,
  siteServersOfSuite,
} from '../fixtures/visit-server.ts';

const { local } = defaultPlans;
if (local === undefined) throw new Error('there is no local plan');
const plans = { pair: { ...local, live_sessions: 2 }, three: { ...local, voice: 3 } };
const visitor = (name: number | string) => ({ 'x-visitor': String(name).padStart(22, 'v') });

describe('live sessions of two processes', () => {
  const voice = scriptedSpeech({ letterMs: 5 });
  const { server, second: other, owner } = siteServersOfSuite('postgres', { plans, voice });

  const start = async (at: SiteServer, site: string, name: number | string) => {
    const live = await visitLive(at, site, { headers: visitor(name) });
    live.say({ type: 'start' });
    return live;
  };

  test('together have as many spoken answers as the plan allows', async () => {
    const site = await owner.newSite(shop, 'three');
    const lives = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        visitLive(at % 2 === 0 ? server : other, site, { headers: visitor(at) }),
      ),
    );
    for (const live of lives) live.say({ type: 'ask', question: 'Do you deliver?' });
    await Promise.all(lives.map((live) => live.until('done')));
    assert.equal(lives.filter(({ frames }) => frames.length > 0).length, 3);
    const warned = lives.filter(({ messages }) => messages.some(({ type }) => type === 'warning'));
    assert.equal(warned.length, 9);
    const usage = await findUsage(server.assistant.store, site, server.assistant.clock());
    assert.equal(Number(usage?.voice), 3);
    for (const live of lives) live.close();
  });

  test('together are as many as the plan of their site allows, and a closed one makes room', async () => {
    const site = await owner.newSite(shop, 'pair');
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) => start(at % 2 === 0 ? server : other, site, at)),
    );
    const codes: number[] = [];
    for (const live of all) void live.closed.then((code) => codes.push(code));
    await Promise.allSettled(all.map((live) => live.until('ready')));
    assert.deepEqual(codes, [4503, 4503, 4503, 4503]);
    const open = all.filter(({ messages }) => messages[0]?.type === 'ready');
    assert.equal(open.length, 2);
    open[0]?.say({ type: 'end' });
    assert.equal(await open[0]?.closed, 1000);
    await Promise.all([...server.assistant.live.pendingWork, ...other.assistant.live.pendingWork]);
    const next = await start(server, site, 'next');
    await next.until('ready');
    next.close();
    open[1]?.close();
  });

  test('a newer session of a visitor replaces the older one of the same site only', async () => {
    const site = await owner.newSite(shop);
    const first = await start(server, site, 'same');
    await first.until('ready');
    const second = await start(other, site, 'same');
    assert.equal(await first.closed, 4409);
    assert.equal(first.messages.at(-1)?.type, 'error');
    const elsewhere = await start(server, await owner.newSite(shop), 'same');
    await elsewhere.until('ready');
    second.say({ type: 'ping', t: 1 });
    await second.until('pong');
    second.close();
    elsewhere.close();
  });

  test('a rotated key ends the sessions that used it, and no others', async () => {
    const site = await owner.newSite(shop);
    const { key } = (await owner.send('GET', site)).json.site;
    const keyed = await visitLive(server, site, {
      query: `?key=${key}`,
      headers: visitor('keyed'),
    });
    const plain = await visitLive(other, site, { headers: visitor('plain') });
    for (const live of [keyed, plain]) live.say({ type: 'ask', question: 'Do you deliver?' });
    await Promise.all([keyed.until('answer'), plain.until('answer')]);
    assert.equal((await owner.send('POST', `${site}/rotate-key`)).status, 200);
    assert.equal(await keyed.closed, 4401);
    await plain.until('done');
    plain.close();
  });

  test('a process whose clock is ahead does not take the sessions of the others for dead', async () => {
    const site = await owner.newSite(shop, 'pair');
    const first = await start(server, site, 'first');
    await first.until('ready');
    other.clock.advance(120_000);
    const second = await start(other, site, 'second');
    await second.until('ready');
    const known = await liveIdsOf(server.assistant.store, server.assistant.live.process);
    assert.equal(known.size, 1);
    first.close();
    second.close();
  });

  test('the places of a killed process are free after 30 seconds', async () => {
    const server = await openSiteServer('sqlite', { plans, voice: scriptedSpeech() });
    const { store, clock } = server.assistant;
    const site = await (await server.newOwner()).newSite(shop, 'pair');
    await store.write(async (tx) => {
      for (const id of ['live_1', 'live_2'])
        await insertLive(tx, { site_id: site, id, visitor: id, process: 'killed' }, clock());
    });
    const refused = await visitLive(server, site);
    assert.equal(await refused.closed, 4503);
    server.clock.advance(31_000);
    const live = await visitLive(server, site);
    live.say({ type: 'start' });
    await live.until('ready');
    live.close();
    await server.close();
  });
});

test('a session that opens while the server stops is closed with 1001 and leaves no row', async () => {
  const { promise: isHeld, resolve: onHeld } = Promise.withResolvers<void>();
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  let holds = false;
  const held = (store: Store): Store => ({
    ...store,
    write: async (work) => {
      if (holds) {
        onHeld();
        await mayGo;
      }
      return store.write(work);
    },
  });
  const server = await openSiteServer('sqlite', { voice: scriptedSpeech(), store: held });
  const site = await (await server.newOwner()).newSite(shop);
  holds = true;
  const live = await visitLive(server, site);
  await isHeld;
  const drained = server.assistant.live.drain();
  holds = false;
  letGo();
  await drained;
  assert.equal(await live.closed, 1001);
  assert.equal(server.assistant.live.sessions.size, 0);
  const left = await liveIdsOf(server.assistant.store, server.assistant.live.process);
  assert.equal(left.size, 0);
  await server.close();
});
