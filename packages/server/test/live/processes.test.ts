/** Live sessions of several processes on one store, and of one that stops. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultPlans } from '../../src/limits/plans.ts';
import { insertLive, liveIdsOf } from '../../src/store/site/live.ts';
import { findUsage } from '../../src/store/site/usage.ts';
import type { Store } from '../../src/store/store.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { visitLive } from '../fixtures/live-visit.ts';
import { openSiteHouse, type SiteHouse, shop } from '../fixtures/visit-house.ts';

const { local } = defaultPlans;
if (local === undefined) throw new Error('there is no local plan');
const plans = { pair: { ...local, live_sessions: 2 }, three: { ...local, voice: 3 } };
const visitor = (name: number | string) => ({ 'x-visitor': String(name).padStart(22, 'v') });

async function openPair(): Promise<readonly [SiteHouse, SiteHouse, () => Promise<void>]> {
  const voice = scriptedSpeech({ letterMs: 5 });
  const house = await openSiteHouse('postgres', { plans, voice });
  const other = await openSiteHouse('postgres', { plans, voice, beside: house });
  return [
    house,
    other,
    async () => {
      await other.close();
      await house.close();
    },
  ];
}

describe('live sessions over several processes', () => {
  test('spoken answers at once in two processes take what the plan has, and not one more', async () => {
    const [house, other, close] = await openPair();
    const site = await (await house.newOwner()).newSite(shop, 'three');
    const lives = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        visitLive(at % 2 === 0 ? house : other, site, { headers: visitor(at) }),
      ),
    );
    for (const live of lives) live.say({ type: 'ask', question: 'Do you deliver?' });
    await Promise.all(lives.map((live) => live.until('done')));
    assert.equal(lives.filter(({ frames }) => frames.length > 0).length, 3);
    const warned = lives.filter(({ messages }) => messages.some(({ type }) => type === 'warning'));
    assert.equal(warned.length, 9);
    const usage = await findUsage(house.assistant.store, site, house.assistant.clock());
    assert.equal(Number(usage?.voice), 3);
    for (const live of lives) live.close();
    await close();
  });

  test('a process whose clock is ahead takes nobody for dead', async () => {
    const [house, other, close] = await openPair();
    const site = await (await house.newOwner()).newSite(shop, 'pair');
    const first = await visitLive(house, site, { headers: visitor('first') });
    first.say({ type: 'start' });
    await first.until('ready');
    other.clock.advance(120_000);
    const second = await visitLive(other, site, { headers: visitor('second') });
    second.say({ type: 'start' });
    await second.until('ready');
    const known = await liveIdsOf(house.assistant.store, house.assistant.live.process);
    assert.equal(known.size, 1);
    first.close();
    second.close();
    await close();
  });

  test('the places of a process that was killed are free after 30 seconds', async () => {
    const house = await openSiteHouse('sqlite', { plans, voice: scriptedSpeech() });
    const { store, clock } = house.assistant;
    const site = await (await house.newOwner()).newSite(shop, 'pair');
    await store.write(async (tx) => {
      for (const id of ['live_1', 'live_2'])
        await insertLive(tx, { site_id: site, id, visitor: id, process: 'killed' }, clock());
    });
    const refused = await visitLive(house, site);
    assert.equal(await refused.closed, 4503);
    house.clock.advance(31_000);
    const live = await visitLive(house, site);
    live.say({ type: 'start' });
    await live.until('ready');
    live.close();
    await house.close();
  });
});

test('who comes in while the server stops is told so too, and leaves nothing behind', async () => {
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
  const house = await openSiteHouse('sqlite', { voice: scriptedSpeech(), store: held });
  const site = await (await house.newOwner()).newSite(shop);
  holds = true;
  const live = await visitLive(house, site);
  await isHeld;
  const drained = house.assistant.live.drain();
  holds = false;
  letGo();
  await drained;
  assert.equal(await live.closed, 1001);
  assert.equal(house.assistant.live.sessions.size, 0);
  const left = await liveIdsOf(house.assistant.store, house.assistant.live.process);
  assert.equal(left.size, 0);
  await house.close();
});
