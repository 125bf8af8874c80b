import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { before, describe, test } from 'node:test';
import { bySentence } from '../../src/speech/by-sentence.ts';
import type { SpeechEngines } from '../../src/speech/speech.ts';
import { readWavHeader } from '../../src/speech/wav.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask, engines } from '../fixtures/server.ts';
import {
  openSiteServer,
  shop,
  siteServerOfSuite,
  siteServersOfSuite,
} from '../fixtures/visit-server.ts';

const rates = { ask_visitor: null, ask_network: null, leads: null };
const month = { questions: null, voice: null, live_seconds: null, live_sessions: null };
const plans = {
  ten: { ...month, voice: 10, rates: { ...rates, transcribe: null, speak: null } },
  none: { ...month, voice: 0, rates: { ...rates, transcribe: null, speak: null } },
  slow: { ...month, rates: { ...rates, transcribe: 2, speak: 3 } },
};
const recording = new Uint8Array(1_234).fill(7);

for (const engine of engines)
  describe(`voice of a site, on ${engine}`, () => {
    const speech = scriptedSpeech({ letterMs: 5 });
    const voice = { ...speech, speaker: bySentence(speech.speaker ?? assert.fail()) };
    const { server, second, owner } = siteServersOfSuite(engine, { plans, voice });

    const speak = (site: string, body: object, headers = {}, from = server) =>
      ask(from, 'POST', `/v1/sites/${site}/speak`, { body, headers });
    // The unit is returned after the connection is closed.
    const untilUsed = async (site: string, used: number): Promise<void> => {
      const tooLateMs = performance.now() + 60_000;
      while ((await voiceUsed(site)) !== used) {
        assert.ok(performance.now() < tooLateMs, `it never came to ${used}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const voiceUsed = async (site: string): Promise<number> =>
      (await owner.send('GET', site)).json.usage.voice.used;

    test('of 40 concurrent requests exactly ten fit a month of ten spoken texts', async () => {
      const site = await owner.newSite(shop, 'ten');
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          speak(site, { text: `Number ${at % 4}.` }, {}, at % 2 === 0 ? server : second),
        ),
      );
      const spoken = replies.filter(({ status }) => status === 200);
      const refused = replies.filter(({ status }) => status === 402);
      assert.deepEqual([spoken.length, refused.length], [10, 30]);
      const { json } = refused[0] ?? assert.fail();
      assert.equal(json.code, 'plan');
      assert.match(json.handoff, /^https:\/\/wa\.me\//);
      assert.equal(await voiceUsed(site), 10);
    });

    test('a repeated text is counted again but not synthesised again', async () => {
      const site = await owner.newSite(shop, 'ten');
      const before = speech.spoken.length;
      const first = await speak(site, { text: 'We are open all day.' });
      const again = await speak(site, { text: 'We are open all day.' });
      assert.deepEqual([first.status, again.status], [200, 200]);
      assert.equal(speech.spoken.length, before + 1, 'it was cached');
      assert.equal(again.headers.get('x-voice'), 'grace');
      assert.equal(await voiceUsed(site), 2);
    });

    test('a failed text is not counted', async () => {
      const site = await owner.newSite(shop, 'ten');
      speech.failure = new Error('out of breath');
      try {
        const { status, json } = await speak(site, { text: 'A text for nobody.' });
        assert.deepEqual([status, json.code], [503, 'upstream']);
        assert.doesNotMatch(json.error, /breath/);
      } finally {
        speech.failure = undefined;
      }
      assert.equal(await voiceUsed(site), 0);
    });

    test('a text that fails midway is not counted, and one that the visitor aborted is', async () => {
      const site = await owner.newSite(shop, 'ten');
      const gate = Promise.withResolvers<void>();
      speech.onSpeak = async (text) => {
        if (text.includes('breaks')) throw new Error('out of breath');
        if (text.includes('waits')) await gate.promise;
      };
      const url = `${server.url}/v1/sites/${site}/speak`;
      const headers = { 'content-type': 'application/json' };
      try {
        const broken = await fetch(url, {
          method: 'POST',
          body: JSON.stringify({ text: 'This is said. Then it breaks.' }),
          headers,
        });
        await assert.rejects(broken.arrayBuffer());
        await untilUsed(site, 0);
        const leaving = new AbortController();
        const left = await fetch(url, {
          method: 'POST',
          body: JSON.stringify({ text: 'This is said too. Then it waits.' }),
          headers,
          signal: leaving.signal,
        });
        await left.body?.getReader().read();
        leaving.abort();
        // After so many other requests the server has noticed the abort.
        for (let calls = 0; calls < 20; calls += 1) await voiceUsed(site);
        gate.resolve();
        for (let calls = 0; calls < 20; calls += 1) assert.equal(await voiceUsed(site), 1);
      } finally {
        speech.onSpeak = () => {};
      }
    });

    test('without an allowance nothing is spoken', async () => {
      const site = await owner.newSite(shop, 'none');
      const before = speech.spoken.length;
      const { status, json } = await speak(site, { text: 'Karibu sana dukani kwetu.' });
      assert.deepEqual([status, json.code], [402, 'plan']);
      assert.match(json.error, /sauti/, 'in the language of the text');
      assert.equal(speech.spoken.length, before);
    });

    test('transcribe and speak have separate rate limits', async () => {
      const site = await owner.newSite(shop, 'slow');
      const transcribe = () =>
        ask(server, 'POST', `/v1/sites/${site}/transcribe`, {
          body: recording,
          headers: { 'content-type': 'audio/webm' },
        });
      const heard = [await transcribe(), await transcribe(), await transcribe()];
      assert.deepEqual(fieldsOf(heard, 'status'), [200, 200, 429]);
      assert.ok(Number(heard[2]?.headers.get('retry-after')) > 0);
      const spoken = [];
      for (let at = 0; at < 4; at += 1) spoken.push(await speak(site, { text: 'Hello there.' }));
      assert.deepEqual(fieldsOf(spoken, 'status'), [200, 200, 200, 429]);
    });
  });

describe('speak', () => {
  const speech = scriptedSpeech({ letterMs: 20 });
  const voice = { ...speech, speaker: bySentence(speech.speaker ?? assert.fail()) };
  const { server, owner } = siteServerOfSuite('sqlite', { voice });
  let site: string;
  before(async () => {
    site = await owner.newSite(shop);
  });

  const speak = (body: object, headers = {}) =>
    fetch(`${server.url}/v1/sites/${site}/speak`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('the voice follows the language of the text, or the request', async () => {
    for (const [body, voice] of [
      [{ text: 'Karibu sana, tunafungua saa mbili asubuhi.' }, 'amina'],
      [{ text: 'Welcome, we open at eight in the morning.' }, 'grace'],
      [{ text: 'Welcome, we open at eight in the morning.', voice: '' }, 'grace'],
      [{ text: 'Welcome, we open at eight in the morning.', voice: null }, 'grace'],
      [{ text: 'Welcome, we open at eight in the morning.', voice: 'default' }, 'grace'],
      [{ text: 'Welcome, we open at eight in the morning.', voice: 'nobody' }, 'grace'],
      [{ text: 'Welcome, we open at eight in the morning.', voice: 'sw' }, 'amina'],
      [{ text: 'Karibu sana, tunafungua saa mbili asubuhi.', voice: 'en' }, 'grace'],
      [{ text: 'Karibu sana, tunafungua saa mbili asubuhi.', voice: 'juma' }, 'juma'],
    ] as const) {
      const response = await speak(body);
      assert.equal(response.headers.get('x-voice'), voice, JSON.stringify(body));
      assert.equal(response.headers.get('content-type'), 'audio/wav');
      const file = Buffer.from(await response.arrayBuffer());
      assert.equal(readWavHeader(file)?.sampleRate, 22_050);
      assert.ok(file.length > 10_000);
    }
  });

  test('raw samples on request, the same as in the WAV file', async () => {
    const text = 'Samples without a head.';
    const file = Buffer.from(await (await speak({ text })).arrayBuffer());
    const response = await speak({ text }, { accept: 'audio/pcm, */*;q=0.1' });
    assert.match(response.headers.get('content-type') ?? '', /^audio\/pcm;rate=22050;bits=16/);
    const plain = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(plain, file.subarray(44));
  });

  test('a cached text is sent with its length, so that players show it', async () => {
    const text = 'Heard twice, made once.';
    await (await speak({ text })).arrayBuffer();
    const response = await speak({ text });
    const file = Buffer.from(await response.arrayBuffer());
    assert.equal(Number(response.headers.get('content-length')), file.length);
    assert.equal(file.readUInt32LE(40), file.length - 44);
  });

  test('the first sentence is sent before the second is synthesised', async () => {
    const gate = Promise.withResolvers<void>();
    speech.onSpeak = (text) => (text.includes('Second') ? gate.promise : undefined);
    const response = await speak({ text: 'First one here. Second one here.' });
    const reader = response.body?.getReader();
    let bytes = 0;
    while (bytes < 5_000) bytes += (await reader?.read())?.value?.length ?? assert.fail('it ended');
    assert.ok(!speech.spoken.some(({ text }) => text.includes('Second')));
    gate.resolve();
    while ((await reader?.read())?.done === false);
    speech.onSpeak = () => {};
    assert.ok(speech.spoken.some(({ text }) => text.includes('Second')));
  });

  test('a replacement voice is named, and its sound is not cached', async (t) => {
    const { speaker } = speech;
    assert.ok(speaker);
    const replacement = { name: 'juma', language: 'sw' } as const;
    let isAway = true;
    const voice: SpeechEngines = {
      ...speech,
      speaker: {
        ...speaker,
        speak: async (text, wanted, signal) =>
          isAway
            ? { ...(await speaker.speak(text, replacement, signal)), voice: replacement }
            : speaker.speak(text, wanted, signal),
      },
    };
    const other = await openSiteServer('sqlite', { voice });
    t.after(other.close);
    const name = await (await other.newOwner()).newSite(shop);
    const usedVoice = async () => {
      const body = { text: 'Karibu sana, tunafungua saa mbili asubuhi.' };
      const reply = await ask(other, 'POST', `/v1/sites/${name}/speak`, { body });
      return reply.headers.get('x-voice');
    };
    assert.equal(await usedVoice(), 'juma');
    isAway = false;
    assert.equal(await usedVoice(), 'amina');
  });

  test('synthesis stops when the visitor leaves', async () => {
    const call = request(`${server.url}/v1/sites/${site}/speak`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const sentences = Array.from({ length: 40 }, (_, at) => `Sentence ${at} is on its way.`);
    const left = Promise.withResolvers<void>();
    speech.onSpeak = (text) => (/twenty/.test(text) ? left.promise : undefined);
    call.end(JSON.stringify({ text: sentences.join(' ').slice(0, 990) }));
    const [response] = await once(call, 'response');
    await once(response, 'data');
    call.destroy();
    call.on('error', () => {});
    await once(response, 'close').catch(() => {});
    const before = speech.spoken.length;
    left.resolve();
    speech.onSpeak = () => {};
    await (await speak({ text: 'Another one is served.' })).arrayBuffer();
    assert.ok(speech.spoken.length <= before + 3, `${speech.spoken.length - before} more`);
  });

  test('numbers and links are read as words', async () => {
    await (
      await speak({
        text: 'Bei ni KES 1,500 leo. Angalia https://www.duka.example/bei?x=1 kwa zaidi.',
      })
    ).arrayBuffer();
    const spoken = speech.spoken
      .slice(-2)
      .map(({ text }) => text)
      .join(' ');
    assert.match(spoken, /elfu moja mia tano/);
    assert.match(spoken, /duka nukta example/);
    assert.doesNotMatch(spoken, /\d|http|\?x/);
  });

  test('a text without words is refused, and one of the largest size is spoken', async () => {
    for (const [text, status, code] of [
      ['   ', 400, 'invalid'],
      ['🙂 …', 400, 'invalid'],
      [7, 400, 'invalid'],
    ] as const) {
      const response = await speak({ text });
      assert.deepEqual(
        [response.status, ((await response.json()) as { code: string }).code],
        [status, code],
      );
    }
    assert.equal((await speak({ text: 'a '.repeat(500) })).status, 200);
  });
});
