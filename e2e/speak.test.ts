/** An <audio> element plays the response of `speak` while it is still arriving. */
import assert from 'node:assert/strict';
import { pipeline } from 'node:stream/promises';
import { describe, test } from 'node:test';
import { bySentence } from '../packages/server/src/speech/by-sentence.ts';
import { scriptedSpeech } from '../packages/server/test/fakes/scripted-speech.ts';
import { shop, siteServerOfSuite } from '../packages/server/test/fixtures/visit-server.ts';
import { listenHttp } from '../packages/server/test/sockets/http-server.ts';
import { browserOfSuite, noBrowser } from './browser.ts';

describe('speech in a page', { skip: noBrowser }, () => {
  // Chromium begins to play after 256 KB, or at the end. The first sentence, of 7 seconds, is longer than that.
  const letterMs = 120;
  const speech = scriptedSpeech({ letterMs });
  const text = 'The first sentence is long enough to be heard for a while. The second follows.';
  const speaker = bySentence(speech.speaker ?? assert.fail());
  const browser = browserOfSuite();
  const { server, owner } = siteServerOfSuite('sqlite', { voice: { ...speech, speaker } });

  test('an audio element plays one sentence before the next is synthesised, then both to the end', async (t) => {
    const site = await owner.newSite(shop);
    const pagesUrl = await listenHttp(t, async (request, response) => {
      if (request.url !== '/sound') {
        response.setHeader('content-type', 'text/html').end('<audio src="/sound"></audio>');
        return;
      }
      // The element can only GET, so the page's server calls `speak` and streams the response on.
      const spoken = await fetch(`${server.url}/v1/sites/${site}/speak`, {
        method: 'POST',
        body: JSON.stringify({ text, voice: 'en' }),
        headers: { 'content-type': 'application/json' },
      });
      response.setHeader('content-type', spoken.headers.get('content-type') ?? '');
      await pipeline(spoken.body ?? assert.fail(), response).catch(() => {});
    });
    const gate = Promise.withResolvers<void>();
    speech.onSpeak = (sentence) => (sentence.includes('second') ? gate.promise : undefined);
    const page = await browser.newPage();
    await page.goto(pagesUrl);
    const playing = page.evaluate(async () => {
      const audio = document.querySelector('audio');
      if (audio === null) throw new Error('no element');
      audio.playbackRate = 4;
      await audio.play();
      while (audio.currentTime < 0.3)
        await new Promise((resolve) => {
          audio.addEventListener('timeupdate', resolve, { once: true });
        });
      return audio.currentTime;
    });
    assert.ok((await playing) >= 0.3);
    assert.ok(!speech.spoken.some((spoken) => spoken.text.includes('second')));
    gate.resolve();
    const seconds = await page.evaluate(async () => {
      const audio = document.querySelector('audio');
      if (audio === null) throw new Error('no element');
      if (!audio.ended)
        await new Promise((resolve, reject) => {
          audio.addEventListener('ended', resolve, { once: true });
          audio.addEventListener('error', reject, { once: true });
        });
      return audio.currentTime;
    });
    assert.ok(Math.abs(seconds - ((text.length - 1) * letterMs) / 1_000) < 0.3, `${seconds} s`);
  });
});
