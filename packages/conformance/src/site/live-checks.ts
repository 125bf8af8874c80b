import { CheckSkipped, display, expect, expectEqual, expectShape, is } from '../check.ts';
import type { Json } from '../reply.ts';
import type { Headers } from '../wire.ts';
import { type SiteBench, siteSection } from './bench.ts';
import { isLink } from './config-checks.ts';
import { staleKey } from './key-checks.ts';
import type { Frame, LiveSession } from './live-session.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

const silent = { speech: false };
const twice = { 'x-visitor': 'conformance0twice00000' };

export const liveSection = siteSection(
  'live',
  {
    'live-upgrade': 'GET live without an upgrade is 426 with the code upgrade, or 501 if it is off',
    'live-ready':
      'start is answered by ready: a session, version 1, language, audio, turn, limits and a greeting',
    'live-typed': 'A typed question gets answer, tokens and exactly one done event with its fields',
    'live-at-once': 'A question before start means start with its defaults',
    'live-spoken': 'Sound is sent only between audio, which declares its format, and audio_end',
    'live-interrupted':
      'interrupt stops an answer: interrupted, one done event with interrupted, and no more sound',
    'live-silence': 'A turn without a voice gets a final transcript with an empty text',
    'live-unknown': 'Unknown types and fields are ignored, and ping is answered by pong',
    'live-second-start': 'A second start is ignored with a warning',
    'live-end': 'end is answered by bye and closed with 1000',
    'live-bad-message':
      'A text frame that is not a JSON object gets one error and the close code 4400',
    'live-replaced': 'A visitor has one session: a newer one closes the older with 4409',
    'live-refused':
      'Refused before the upgrade: an unknown site 404, a stale key 401, a foreign origin 403',
    'live-voice-off': 'If voice is off, a session gets one error and the close code 4403',
  },
  {
    async 'live-upgrade'({ visit }) {
      const { status, body } = await visit('GET', 'live');
      const seen = `${status} ${body.code}`;
      expectShape(seen, is.oneOf('426 upgrade', '501 not_supported'), 'the answer');
    },
    'live-ready': live(silent, async (session) => {
      const texts = { session: is.text, greeting: is.text, language: is.text };
      const objects = { audio: is.object, turn: is.object, limits: is.object };
      expectShape(await session.until('ready'), { version: 1, ...texts, ...objects }, 'ready');
      expectEqual(session.protocol, 'site-assistant.v1', 'the subprotocol');
      expectEqual(session.frames[0]?.message?.type, 'ready', 'the first message');
    }),
    'live-typed': live(silent, async (session) => {
      for (const question of [knownQuestions.en.question, unknownQuestions.sw]) {
        const before = session.frames.length;
        session.send({ type: 'ask', question });
        await expectWholeAnswer(session, before);
      }
    }),
    'live-at-once': live(null, async (session) => {
      session.send({ type: 'ask', question: 'Habari?' });
      await session.until('ready');
      await session.until('done');
      expectEqual(session.frames[0]?.message?.type, 'ready', 'the first message');
    }),
    'live-spoken': live({}, async (session, { requireFeature }) => {
      await requireFeature('speak');
      session.send({ type: 'ask', question: 'Habari?' });
      await session.until('audio_end');
      await session.until('done');
      await pingRoundTrip(session);
      expectSoundInPlace(session.frames, 1_000);
    }),
    'live-interrupted': live({}, async (session, { requireFeature }) => {
      await requireFeature('speak');
      session.send({ type: 'ask', question: knownQuestions.sw.question });
      await session.until('audio');
      session.send({ type: 'interrupt', played_ms: 0 });
      const done = await session.until('done');
      await pingRoundTrip(session);
      const stopped = session.frames.some(({ message }) => message?.type === 'interrupted');
      if (!stopped) throw new CheckSkipped('the answer was over before it could be stopped');
      expectEqual(done.interrupted, true, 'interrupted of done');
      expectSoundInPlace(session.frames, 0);
    }),
    'live-silence': live(
      { ...silent, turn: { mode: 'manual' } },
      async (session, { requireFeature }) => {
        await requireFeature('voice');
        for (let sent = 0; sent < 25; sent += 1) session.send(Buffer.alloc(1_280));
        session.send({ type: 'commit' });
        const transcript = await session.until('transcript', ({ final }) => final === true);
        expectEqual(transcript.text, '', 'its text');
      },
    ),
    'live-unknown': live({ ...silent, newer: true }, async (session) => {
      session.send({ type: 'dance', steps: 3 });
      await pingRoundTrip(session);
      const wrong = session.frames.find(({ message }) => message?.type === 'error');
      expect(wrong === undefined, `it says ${display(wrong?.message)}`);
    }),
    'live-second-start': live(silent, async (session) => {
      session.send({ type: 'start', version: 1 });
      await session.until('warning');
      await pingRoundTrip(session);
      const ready = session.frames.filter(({ message }) => message?.type === 'ready');
      expectEqual(ready.length, 1, 'the number of ready');
    }),
    'live-end': live(silent, async (session) => {
      await session.until('ready');
      session.send({ type: 'end' });
      await session.until('bye');
      expectEqual(await session.closed(), 1_000, 'the code');
    }),
    'live-bad-message': live(silent, async (session) => {
      session.send('{"type":');
      expectShape(await session.until('error'), { fatal: true, error: is.text }, 'the error');
      expectEqual(await session.closed(), 4_400, 'the code');
    }),
    'live-replaced': live(
      silent,
      async (first, { talk }) => {
        await first.until('ready');
        await talk((second) => second.until('ready'), silent, twice);
        expectEqual(await first.closed(), 4_409, 'the code');
      },
      twice,
    ),
    async 'live-refused'(bench) {
      const { wire, site, requireFeature } = bench;
      await requireFeature('live');
      const status = async (path: string, headers = {}) => {
        const { session, refusal } = await wire.connect(`/v1/sites/${path}`, headers);
        session?.leave();
        return refusal?.status ?? 101;
      };
      expectEqual(await status('no-such-site-here/live'), 404, 'the status of an unknown site');
      expectEqual(await status(`${site}/live?key=${staleKey}`), 401, 'that of a stale key');
      await bench.own.change({ allowed_origins: ['https://shop.example.com'] });
      const origin = 'https://evil.example';
      expectEqual(await status(`${site}/live`, { origin }), 403, 'that of a foreign origin');
    },
    async 'live-voice-off'({ requireFeature, own, talk }) {
      await requireFeature('live');
      await own.change({ voice: false });
      await talk(async (session) => {
        expectEqual((await session.until('error')).code, 'voice', 'the code of the error');
        expectEqual(await session.closed(), 4_403, 'the code');
      });
    },
  },
);

/** A check within a session; it is skipped if none is offered. */
function live(
  start: Json | null,
  use: (session: LiveSession, bench: SiteBench) => Promise<void>,
  headers: Headers = {},
) {
  return async (bench: SiteBench) => {
    await bench.requireFeature('live');
    await bench.talk((session) => use(session, bench), start, headers);
  };
}

/** Whatever was sent before the ping has arrived before its pong. */
async function pingRoundTrip({ send, until }: LiveSession): Promise<void> {
  const t = Date.now();
  send({ type: 'ping', t });
  await until('pong', (pong) => pong.t === undefined || pong.t === t);
}

async function expectWholeAnswer(session: LiveSession, before: number): Promise<void> {
  const { until, frames } = session;
  const old = new Set(frames.slice(0, before).map(({ message }) => message?.answer));
  const { answer } = await until('answer', (message) => !old.has(message.answer));
  const isMine = (message: Json) => message?.answer === answer;
  const done = await until('done', isMine);
  await pingRoundTrip(session);
  const mine = frames.flatMap(({ message }) => (isMine(message) ? [message] : []));
  expectEqual(mine[0].type, 'answer', 'the first of an answer');
  expectEqual(mine.filter(({ type }) => type === 'done').length, 1, 'the number of done');
  const hasToken = mine.some(({ type, text }) => type === 'token' && is.text(text));
  expect(hasToken, 'no token came');
  const language = is.oneOf('sw', 'en');
  const wanted = { answered: is.truth, language, sources: is.list, handoff: isLink, turn: is.text };
  expectShape(done, wanted, 'done');
  expect(!frames.some(({ bytes }) => bytes !== undefined), 'audio came without being requested');
}

function expectSoundInPlace(frames: readonly Frame[], bytesMin: number): void {
  let isOpen = false;
  let bytes = 0;
  for (const frame of frames) {
    if (frame.bytes !== undefined) {
      expect(isOpen, 'sound came outside of audio and audio_end');
      bytes += frame.bytes;
      continue;
    }
    const { type, encoding, sample_rate: rate } = frame.message;
    if (type === 'audio')
      expect(encoding === 'pcm_s16le' && rate > 0, `audio is ${display(frame.message)}`);
    if (type === 'audio') isOpen = true;
    else if (type === 'audio_end' || type === 'interrupted') isOpen = false;
  }
  expect(bytes >= bytesMin, `there are ${bytes} bytes of sound`);
}
