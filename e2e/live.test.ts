/** The live session through the client, as an application uses it: in Node, and in a real browser with a microphone. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSiteClient, type LiveEvent } from '@baraza/client';
import type { Page } from 'playwright-core';
import {
  type ScriptedSpeech,
  scriptedSpeech,
  sound,
} from '../packages/server/test/fakes/scripted-speech.ts';
import {
  openSiteServer,
  type SiteServer,
  shop,
} from '../packages/server/test/fixtures/visit-server.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { type ClientPages, openClientPages } from './hosts/client-pages.ts';
import { microphoneWith, noRecording } from './hosts/microphone.ts';

const talkative = {
  ...shop,
  faqs: [
    {
      question: 'Do you deliver?',
      answer:
        'Yes, we deliver every day in all of Nairobi. It costs two hundred shillings, and is free for regular ' +
        'customers of the shop.',
    },
    { question: 'Do you deliver in Mombasa?', answer: 'No, only in Nairobi.' },
  ],
};

describe('a live session through the client in Node', () => {
  let server: SiteServer;
  let site: string;
  before(async () => {
    server = await openSiteServer('sqlite', { voice: scriptedSpeech({ letterMs: 10 }) });
    site = await (await server.newOwner()).newSite(shop);
  });
  after(() => server?.close());

  test('audio is sent, text and audio come back, and the session ends normally', async () => {
    const client = createSiteClient({ baseUrl: server.url, site, visitor: 'v'.repeat(22) });
    const events: LiveEvent[] = [];
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const live = await client.live({
      language: 'en',
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'ready')
          for (const isVoice of [true, false])
            for (let ms = 0; ms < 800; ms += 40)
              live.sendSound(new Int16Array(new Uint8Array(sound(40, isVoice)).buffer));
        if (event.type === 'done') resolve();
      },
    });
    await done;
    live.end();
    assert.deepEqual(await live.closed, { code: 1000, error: undefined });
    const transcript = events.find(({ type }) => type === 'transcript');
    assert.equal(transcript?.type === 'transcript' && transcript.text, 'Do you deliver?');
    const samples = events.flatMap((event) => (event.type === 'sound' ? [...event.samples] : []));
    assert.deepEqual(samples.slice(0, 3), [0, 1, 2]);
    assert.equal(events.at(-1)?.type, 'bye');
  });

  test('in manual mode, audio until commit is one turn, and typed questions are answered too', async () => {
    const client = createSiteClient({ baseUrl: server.url, site, visitor: 'w'.repeat(22) });
    const transcripts: string[] = [];
    const answers: boolean[] = [];
    const live = await client.live({
      mode: 'manual',
      speech: false,
      onEvent: (event) => {
        if (event.type === 'ready') {
          live.sendSound(new Int16Array(new Uint8Array(sound(400, true)).buffer));
          live.commit();
        }
        if (event.type === 'transcript') transcripts.push(event.text);
        if (event.type !== 'done') return;
        answers.push(event.answered);
        if (answers.length === 1) live.ask('Mnakubali M-Pesa?');
        else live.end();
      },
    });
    await live.closed;
    assert.deepEqual([transcripts, answers], [['Do you deliver?'], [true, true]]);
  });

  test('a refusal has a code, and aborting the signal ends the session at once', async () => {
    const voiceless = await openSiteServer('sqlite');
    const voicelessSite = await (await voiceless.newOwner()).newSite(shop);
    const refused = await createSiteClient({ baseUrl: voiceless.url, site: voicelessSite }).live({
      onEvent: () => {},
    });
    const end = await refused.closed;
    assert.deepEqual([end.code, end.error?.code], [4403, 'voice']);
    await voiceless.close();
    const controller = new AbortController();
    const client = createSiteClient({ baseUrl: server.url, site });
    const live = await client.live({
      onEvent: () => controller.abort(),
      signal: controller.signal,
    });
    assert.ok([1000, 1005].includes((await live.closed).code));
  });
});

describe('a live session in a real browser with a microphone', {
  skip: noBrowser || noRecording,
}, () => {
  let server: SiteServer;
  let speech: ScriptedSpeech;
  let site: string;
  let pages: ClientPages;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  before(async () => {
    // Long enough that a slow machine is still speaking when the second voice begins.
    speech = scriptedSpeech({ letterMs: 100 });
    server = await openSiteServer('sqlite', {
      voice: speech,
    });
    site = await (await server.newOwner()).newSite(talkative);
    // The strictest policy: only the page's own script and the server's.
    const policy =
      `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ` +
      `${server.url.replace('http', 'ws')}`;
    pages = await openClientPages(() => policy);
    const microphone = path.join(pages.folder, 'microphone.wav');
    writeFileSync(microphone, microphoneWith([3_000, 'voice', 5_000, 'voice', 30_000]));
    browser = await openBrowser([`--use-file-for-fake-audio-capture=${microphone}%noloop`]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    pages?.close();
  });

  test('a spoken question is answered aloud, and speaking interrupts the answer at once', async (t) => {
    speech.texts.push('Do you deliver?', 'Do you deliver in Mombasa?');
    // Voiced frames that arrive after the answer has begun belong to the second question.
    let firstVoicedFrames: number | undefined;
    speech.onSpeak = () => {
      firstVoicedFrames ??= speech.voicedAt.length;
    };
    const page = await browser.browser.newPage();
    await page.goto(pages.url);
    const seen = await talkInPage(page, { url: server.url, site });
    const types = seen.events.map(({ type }) => type);
    const withoutRepeats = types.filter((type, at) => type !== types[at - 1]);
    assert.deepEqual(withoutRepeats.slice(0, 7), [
      'ready',
      'speech',
      'transcript',
      'answer',
      'token',
      'audio',
      'sound',
    ]);
    const interrupted = types.indexOf('interrupted');
    const next = types.indexOf('audio', interrupted);
    assert.ok(interrupted > 0 && next > interrupted, types.join(' '));
    assert.ok(!types.slice(interrupted, next).includes('sound'), 'no sound after `interrupted`');
    assert.deepEqual(
      seen.events.flatMap((event) =>
        event.type === 'done' ? [[event.answer, event.interrupted]] : [],
      ),
      [
        ['a2', true],
        ['a4', undefined],
      ],
    );
    // The output was audible before the interruption, and silent from there to the next answer. Times are those of
    // the audio clock, which pauses when the machine is busy.
    const loudest = (from: number, until: number) =>
      Math.max(
        0,
        ...seen.samples.flatMap(({ at, level }) => (at > from && at < until ? [level] : [])),
      );
    const interruptedAt = seen.times[interrupted]?.at ?? 0;
    assert.ok(loudest(interruptedAt - 1, interruptedAt) > 0.01);
    assert.equal(loudest(interruptedAt + 0.15, seen.times[next]?.at ?? 0), 0);
    // From 350 ms into the second voice to the last sound of the first answer.
    const lastSoundMs = seen.times[types.lastIndexOf('sound', interrupted)]?.ms ?? 0;
    const dueMs = speech.voicedAt[(firstVoicedFrames ?? 0) + 10] ?? 0;
    const lateMs = runningMs(seen, dueMs, lastSoundMs);
    t.diagnostic(`${lateMs} ms from 350 ms of voice to the last sound`);
    assert.ok(lateMs <= 150, `${lateMs} ms`);
    await page.close();
  });
});

test('a page without access to the microphone gets an error and leaves no audio context open', {
  skip: noBrowser,
}, async (t) => {
  const pages = await openClientPages();
  const browser = await openBrowser();
  t.after(async () => {
    await browser.close();
    pages.close();
  });
  const page = await browser.browser.newPage();
  await page.goto(pages.url);
  const seen = await page.evaluate(async (baseUrl) => {
    const contexts: AudioContext[] = [];
    const Real = AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor() {
        super();
        contexts.push(this);
      }
    };
    const refused = new DOMException('refused', 'NotAllowedError');
    navigator.mediaDevices.getUserMedia = () => Promise.reject(refused);
    const { createSiteClient } = await import('/index.js' as string);
    const client = createSiteClient({ baseUrl, site: 'duka' });
    const refusal = await client.talk().catch((error: Error) => error.name);
    return { refusal, states: contexts.map(({ state }) => state) };
  }, pages.url);
  assert.deepEqual(seen, { refusal: 'NotAllowedError', states: ['closed'] });
});

/** A time of the system clock, and of the audio clock in seconds. */
interface Moment {
  readonly ms: number;
  readonly at: number;
}

interface Seen {
  readonly events: readonly LiveEvent[];
  readonly times: readonly Moment[];
  /** The output level, sampled every few milliseconds while the page was running. */
  readonly samples: readonly (Moment & { readonly level: number })[];
}

/** How long the page was running between two times. */
function runningMs({ samples }: Seen, fromMs: number, untilMs: number): number {
  const between = samples.flatMap(({ ms }) => (ms > fromMs && ms < untilMs ? [ms] : []));
  return [...between, untilMs].reduce(
    ({ sum, last }, ms) => ({ sum: sum + Math.min(ms - last, 2 * sampleMs), last: ms }),
    { sum: 0, last: fromMs },
  ).sum;
}

const sampleMs = 15;

function talkInPage(
  page: Page,
  given: { readonly url: string; readonly site: string },
): Promise<Seen> {
  return page.evaluate(
    async ({ url, site, everyMs }) => {
      const { createSiteClient } = await import('/index.js' as string);
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      const connect = AudioNode.prototype.connect;
      AudioNode.prototype.connect = function (
        this: AudioNode,
        target: AudioNode,
        ...rest: never[]
      ) {
        if (target === context.destination) connect.call(this, analyser as never);
        return connect.call(this, target as never, ...rest);
      } as typeof connect;
      const now = () => ({ ms: Date.now(), at: context.currentTime });
      const samples: (Moment & { readonly level: number })[] = [];
      const wave = new Float32Array(analyser.fftSize);
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(wave);
        samples.push({ ...now(), level: Math.max(...wave.map(Math.abs)) });
      }, everyMs);
      const events: LiveEvent[] = [];
      const times: Moment[] = [];
      let dones = 0;
      const talk = await createSiteClient({ baseUrl: url, site }).talk({
        language: 'en',
        context,
        onEvent: (event: LiveEvent) => {
          events.push(event.type === 'sound' ? { ...event, samples: new Int16Array() } : event);
          times.push(now());
          if (event.type === 'done') dones += 1;
          if (dones === 2) talk.end();
        },
      });
      await talk.closed;
      clearInterval(timer);
      return { events, times, samples };
    },
    { ...given, everyMs: sampleMs },
  );
}
