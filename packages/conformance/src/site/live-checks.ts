import { CheckSkipped, type Checks, display, expect, expectEqual } from '../check.ts';
import { isObject } from '../is-object.ts';
import type { Json } from '../reply.ts';
import type { SiteBench } from './bench.ts';
import { isLink } from './config-checks.ts';
import type { Frame } from './live-session.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

const stale = `pk_${'0'.repeat(22)}`;
const silent = { speech: false };

export const liveChecks: Checks<SiteBench> = {
  'live-upgrade': {
    holds: 'GET live without an upgrade is 426 with the code upgrade, or 501 if it is off',
    run: async ({ visit }) => {
      const reply = await visit('GET', 'live');
      const seen = `${reply.status} ${reply.json().code}`;
      expect(['426 upgrade', '501 not_supported'].includes(seen), `it answers ${seen}`);
    },
  },
  'live-ready': {
    holds:
      'start is answered by ready: a session, version 1, language, audio, turn, limits and a greeting',
    run: (bench) =>
      withSession(bench, silent, async (session) => {
        const ready = await session.until('ready');
        expectEqual(session.protocol, 'site-assistant.v1', 'the subprotocol');
        expectEqual(ready.version, 1, 'version');
        expect(
          [ready.session, ready.greeting, ready.language].every(
            (value) => typeof value === 'string',
          ) && [ready.audio, ready.turn, ready.limits].every(isObject),
          `ready is ${display(ready)}`,
        );
        expectEqual(session.frames[0]?.message?.type, 'ready', 'the first message');
      }),
  },
  'live-typed': {
    holds: 'A typed question gets answer, tokens and exactly one done event with its fields',
    run: (bench) =>
      withSession(bench, silent, async (session) => {
        for (const question of [knownQuestions.en.question, unknownQuestions.sw]) {
          const before = session.frames.length;
          session.send({ type: 'ask', question });
          await expectWholeAnswer(session, before);
        }
      }),
  },
  'live-at-once': {
    holds: 'A question before start means start with its defaults',
    run: (bench) =>
      withSession(bench, null, async (session) => {
        session.send({ type: 'ask', question: 'Habari?' });
        await session.until('ready');
        await session.until('done');
        expectEqual(session.frames[0]?.message?.type, 'ready', 'the first message');
      }),
  },
  'live-spoken': {
    holds: 'Sound is sent only between audio, which declares its format, and audio_end',
    run: async (bench) => {
      await bench.requireFeature('speak');
      await withSession(bench, {}, async (session) => {
        session.send({ type: 'ask', question: 'Habari?' });
        await session.until('audio_end');
        await session.until('done');
        await pingRoundTrip(session);
        expectSoundInPlace(session.frames, 1_000);
      });
    },
  },
  'live-interrupted': {
    holds:
      'interrupt stops an answer: interrupted, one done event with interrupted, and no more sound',
    run: async (bench) => {
      await bench.requireFeature('speak');
      await withSession(bench, {}, async (session) => {
        session.send({ type: 'ask', question: knownQuestions.sw.question });
        await session.until('audio');
        session.send({ type: 'interrupt', played_ms: 0 });
        const done = await session.until('done');
        await pingRoundTrip(session);
        const stopped = session.frames.some(({ message }) => message?.type === 'interrupted');
        if (!stopped) throw new CheckSkipped('the answer was over before it could be stopped');
        expectEqual(done.interrupted, true, 'interrupted of done');
        expectSoundInPlace(session.frames, 0);
      });
    },
  },
  'live-silence': {
    holds: 'A turn without a voice gets a final transcript with an empty text',
    run: async (bench) => {
      await bench.requireFeature('voice');
      await withSession(bench, { ...silent, turn: { mode: 'manual' } }, async (session) => {
        const frame = Buffer.alloc(1_280);
        for (let sent = 0; sent < 25; sent += 1) session.send(frame);
        session.send({ type: 'commit' });
        const transcript = await session.until('transcript', ({ final }) => final === true);
        expectEqual(transcript.text, '', 'its text');
      });
    },
  },
  'live-unknown': {
    holds: 'Unknown types and fields are ignored, and ping is answered by pong',
    run: (bench) =>
      withSession(bench, { ...silent, newer: true }, async (session) => {
        session.send({ type: 'dance', steps: 3 });
        await pingRoundTrip(session);
        const wrong = session.frames.find(({ message }) => message?.type === 'error');
        expect(wrong === undefined, `it says ${display(wrong?.message)}`);
      }),
  },
  'live-second-start': {
    holds: 'A second start is ignored with a warning',
    run: (bench) =>
      withSession(bench, silent, async (session) => {
        session.send({ type: 'start', version: 1 });
        await session.until('warning');
        await pingRoundTrip(session);
        const ready = session.frames.filter(({ message }) => message?.type === 'ready');
        expectEqual(ready.length, 1, 'the number of ready');
      }),
  },
  'live-end': {
    holds: 'end is answered by bye and closed with 1000',
    run: (bench) =>
      withSession(bench, silent, async (session) => {
        await session.until('ready');
        session.send({ type: 'end' });
        await session.until('bye');
        expectEqual(await session.closed(), 1_000, 'the code');
      }),
  },
  'live-bad-message': {
    holds: 'A text frame that is not a JSON object gets one error and the close code 4400',
    run: (bench) =>
      withSession(bench, silent, async (session) => {
        session.send('{"type":');
        const error = await session.until('error');
        expectEqual([error.fatal, typeof error.error], [true, 'string'], 'the error');
        expectEqual(await session.closed(), 4_400, 'the code');
      }),
  },
  'live-replaced': {
    holds: 'A visitor has one session: a newer one closes the older with 4409',
    run: (bench) => {
      const headers = { 'x-visitor': 'conformance0twice00000' };
      return withSession(
        bench,
        silent,
        async (first) => {
          await first.until('ready');
          await bench.talk((second) => second.until('ready'), { headers, start: silent });
          expectEqual(await first.closed(), 4_409, 'the code');
        },
        headers,
      );
    },
  },
  'live-refused': {
    holds: 'Refused before the upgrade: an unknown site 404, a stale key 401, a foreign origin 403',
    run: async (bench) => {
      await bench.requireFeature('live');
      const { wire, site, withProfile, requireOwnSite } = bench;
      const status = async (path: string, headers = {}) => {
        const { session, refusal } = await wire.connect(`/v1/sites/${path}`, headers);
        session?.leave();
        return refusal?.status ?? 101;
      };
      expectEqual(
        [await status('no-such-site-here/live'), await status(`${site}/live?key=${stale}`)],
        [404, 401],
        'the statuses',
      );
      requireOwnSite();
      const origin = 'https://evil.example';
      await withProfile({ allowed_origins: ['https://shop.example.com'] }, async () =>
        expectEqual(await status(`${site}/live`, { origin }), 403, 'the status'),
      );
    },
  },
  'live-voice-off': {
    holds: 'If voice is off, a session gets one error and the close code 4403',
    run: async (bench) => {
      await bench.requireFeature('live');
      await bench.withProfile({ voice: false }, () =>
        bench.talk(async (session) => {
          expectEqual((await session.until('error')).code, 'voice', 'the code of the error');
          expectEqual(await session.closed(), 4_403, 'the code');
        }),
      );
    },
  },
};

type Use = Parameters<SiteBench['talk']>[0];

async function withSession(
  bench: SiteBench,
  start: Json | null,
  use: (session: Parameters<Use>[0]) => Promise<void>,
  headers: { readonly [name: string]: string } = {},
): Promise<void> {
  await bench.requireFeature('live');
  await bench.talk(use, { start, headers });
}

/** Whatever was sent before the ping has arrived before its pong. */
async function pingRoundTrip({ send, until }: Parameters<Use>[0]): Promise<void> {
  const t = Date.now();
  send({ type: 'ping', t });
  await until('pong', (pong) => pong.t === undefined || pong.t === t);
}

async function expectWholeAnswer(session: Parameters<Use>[0], before: number): Promise<void> {
  const { until, frames } = session;
  const old = new Set(frames.slice(0, before).map(({ message }) => message?.answer));
  const { answer } = await until('answer', (message) => !old.has(message.answer));
  const isMine = (message: Json) => message?.answer === answer;
  const done = await until('done', isMine);
  await pingRoundTrip(session);
  const mine = frames.flatMap(({ message }) => (isMine(message) ? [message] : []));
  expectEqual(mine[0].type, 'answer', 'the first of an answer');
  expectEqual(mine.filter(({ type }) => type === 'done').length, 1, 'the number of done');
  expect(
    mine.some(({ type, text }) => type === 'token' && typeof text === 'string'),
    'no token came',
  );
  expect(
    typeof done.answered === 'boolean' &&
      ['sw', 'en'].includes(done.language) &&
      Array.isArray(done.sources) &&
      isLink(done.handoff) &&
      typeof done.turn === 'string',
    `done is ${display(done)}`,
  );
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
