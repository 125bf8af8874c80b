import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { defaultPlans } from '../../src/limits/plans.ts';
import { busy } from '../../src/site/words.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { visitLive } from '../fixtures/live-visit.ts';
import { shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

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
