import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { defaultPlans } from '../../src/limits/plans.ts';
import { busy } from '../../src/site/words.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { visitLive } from '../fixtures/live-visit.ts';
import { ask } from '../fixtures/server.ts';
import { openSiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

describe('a server that stops or has no speech', () => {
  test('the upgrade is refused with 501 where live sessions are off', async () => {
    const server = await openSiteServer('sqlite', { voice: scriptedSpeech(), off: ['live'] });
    const its = await (await server.newOwner()).newSite(shop);
    await assert.rejects(visitLive(server, its), { status: 501, code: 'not_supported' });
    assert.equal((await ask(server, 'GET', `/v1/sites/${its}/live`)).status, 501);
    await server.close();
  });

  test('without speech engines the socket is closed with 4403', async () => {
    const server = await openSiteServer('sqlite');
    const live = await visitLive(server, await (await server.newOwner()).newSite(shop));
    assert.equal(await live.closed, 4403);
    await server.close();
  });

  test('a session that is open when the server stops gets closing, done and 1001', async () => {
    const speech = scriptedSpeech({ letterMs: 20 });
    const server = await openSiteServer('sqlite', { voice: speech });
    const answer = 'Yes, we deliver in all of Nairobi. Delivery costs two hundred shillings.';
    const profile = { ...shop, faqs: [{ question: 'Do you deliver?', answer }] };
    const live = await visitLive(server, await (await server.newOwner()).newSite(profile));
    // The second sentence is synthesised after `closing` was sent.
    const { promise: isKnown, resolve: goOn } = Promise.withResolvers<void>();
    speech.onSpeak = (text) => (text.includes('costs') ? isKnown : undefined);
    live.say({ type: 'ask', question: 'Do you deliver?' });
    await live.until('audio');
    const closing = server.close();
    assert.equal((await live.until('closing')).reason, 'restart');
    goOn();
    assert.equal(await live.closed, 1001);
    const types = live.messages.map(({ type }) => type);
    assert.deepEqual(types.slice(-2), ['done', 'bye']);
    assert.ok(types.indexOf('closing') < types.indexOf('done'));
    await closing;
  });
});

describe('a live session on a busy server', () => {
  const { server, owner } = siteServerOfSuite('sqlite', {
    plans: defaultPlans,
    voice: scriptedSpeech({ letterMs: 10 }),
    store: (store) => ({
      ...store,
      write: (work) =>
        isBusy ? Promise.reject(new Problem('busy', 'Too many writes wait.')) : store.write(work),
    }),
  });
  let site: string;
  let isBusy = false;
  before(async () => {
    site = await owner.newSite(shop, 'free');
  });

  for (const [language, question] of [
    ['sw', 'Mnaleta bidhaa nyumbani?'],
    ['en', 'Do you deliver?'],
  ] as const)
    test(`a question in ${language} is refused in its language, and the next one is answered`, async () => {
      const live = await visitLive(server, site);
      live.say({ type: 'start', speech: false });
      await live.until('ready');
      isBusy = true;
      live.say({ type: 'ask', question });
      const { answered, error, handoff, ...done } = await live.until('done');
      isBusy = false;
      assert.deepEqual(error, { code: 'busy', error: busy[language] });
      assert.deepEqual(
        [answered, handoff, done.language],
        [false, 'https://wa.me/254700000001', language],
      );
      assert.equal((await live.until('token')).text, busy[language]);
      live.say({ type: 'ask', question: 'Do you deliver?' });
      const next = await live.until('done', ({ answer }) => answer === 'a2');
      assert.equal(next.error, undefined);
      live.close();
      await live.closed;
    });
});
