import {
  CheckSkipped,
  type Checks,
  checksOf,
  display,
  expect,
  expectEqual,
  expectIs,
} from '../check.ts';
import { expectRefused, expectStatus } from '../reply.ts';
import type { SiteBench } from './bench.ts';

export const voiceChecks: Checks<SiteBench> = {
  'voice-refused': {
    holds: 'If config has voice false, transcribe, speak and live refuse with 403 voice',
    run: async ({ config, visit }) => {
      if ((await config()).voice === true) throw new CheckSkipped('voice is on here');
      const heard = await visit('POST', 'transcribe', {
        headers: { 'content-type': 'audio/wav' },
        body: silence(100),
      });
      expectRefused(heard, 403, 'voice', 'the answer of transcribe');
      const spoken = await visit('POST', 'speak', { body: { text: 'Habari' } });
      expect(
        spoken.status === 501 || (spoken.status === 403 && spoken.json().code === 'voice'),
        `speak answers ${spoken.status}`,
      );
    },
  },
  'voice-off': {
    holds:
      'If the owner switches voice off, config has voice false; transcribe and speak refuse with 403 voice',
    run: async ({ withProfile, visit }) =>
      withProfile({ voice: false }, async () => {
        expectEqual((await visit('GET', 'config')).json().voice, false, 'voice in config');
        const heard = await visit('POST', 'transcribe', {
          headers: { 'content-type': 'audio/wav' },
          body: silence(100),
        });
        expectRefused(heard, 403, 'voice', 'transcribe');
        const spoken = await visit('POST', 'speak', { body: { text: 'Habari' } });
        if (spoken.status === 501) return;
        expectRefused(spoken, 403, 'voice', 'speak');
      }),
  },
  'transcribe-alias': {
    holds: 'audio/x-wav, audio/wave and types with parameters are accepted like audio/wav',
    run: async (bench) => {
      await bench.requireFeature('voice');
      for (const type of ['audio/x-wav', 'audio/wave', 'AUDIO/WAV; codecs=1'])
        expectEqual(
          (
            await bench.visit('POST', 'transcribe', {
              headers: { 'content-type': type },
              body: silence(200),
            })
          ).status,
          200,
          `the status of ${type}`,
        );
    },
  },
  'speak-counted': {
    holds: 'Every call that returns sound counts one unit of voice, a refused one none',
    run: async (bench) => {
      await bench.requireFeature('speak');
      const { path } = bench.requireOwnSite();
      const used = async () => (await bench.read(path)).usage.voice.used;
      const before = await used();
      for (const text of ['Karibu.', 'Karibu.', ''])
        await bench.visit('POST', 'speak', { body: { text } });
      expectEqual(await used(), before + 2, 'voice.used');
    },
  },
  'transcribe-silence': {
    holds: 'A recording without speech is 200 with an empty text and a language',
    run: async (bench) => {
      await bench.requireFeature('voice');
      const reply = await bench.visit('POST', 'transcribe', {
        headers: { 'content-type': 'audio/wav' },
        body: silence(1_000),
      });
      expectEqual([reply.status, reply.json().text], [200, ''], 'the answer');
      expect(typeof reply.json().language === 'string', `it answers ${display(reply.text)}`);
    },
  },
  ...checksOf(
    [
      ['transcribe-empty', 'An empty recording is 400', 'audio/wav', 0, 400, 'invalid'],
      [
        'transcribe-type',
        'A content type that is not audio is 415',
        'text/plain',
        10,
        415,
        'audio_type',
      ],
      [
        'transcribe-noise',
        'Bytes that are not a recording are 415',
        'audio/wav',
        -1,
        415,
        'audio_type',
      ],
      [
        'transcribe-long',
        'A recording of 70 seconds is 413',
        'audio/wav',
        70_000,
        413,
        'audio_too_long',
      ],
    ] as const,
    ([, holds, type, ms, status, code]) => ({
      holds: `${holds} with the code ${code}`,
      run: async (bench: SiteBench) => {
        await bench.requireFeature('voice');
        const body = ms > 0 ? silence(ms) : Buffer.from(ms === 0 ? '' : 'no recording at all');
        const reply = await bench.visit('POST', 'transcribe', {
          headers: { 'content-type': type },
          body,
        });
        expectRefused(reply, status, code);
      },
    }),
  ),
  'speak-audio': {
    holds:
      'speak returns sound, names the voice in X-Voice, and uses the default voice for an unknown one',
    run: async (bench) => {
      await bench.requireFeature('speak');
      for (const voice of ['', 'no-such-voice']) {
        const reply = await bench.visit('POST', 'speak', { body: { text: 'Habari.', voice } });
        expectStatus(reply, 200, `the status with the voice ${display(voice)}`);
        expectIs(reply.headers['content-type'], /^audio\//, 'its type');
        expect(reply.bytes.length > 1_000, `there are ${reply.bytes.length} bytes`);
        expect(String(reply.headers['x-voice'] ?? '') !== '', 'X-Voice is absent');
      }
    },
  },
  ...checksOf(
    [
      ['speak-empty', 'An empty text is 400', '', 400, 'invalid'],
      ['speak-long', 'A text of 1,001 characters is 413', 'a'.repeat(1_001), 413, 'too_large'],
    ] as const,
    ([, holds, text, status, code]) => ({
      holds: `${holds} with the code ${code}`,
      run: async (bench: SiteBench) => {
        await bench.requireFeature('speak');
        const reply = await bench.visit('POST', 'speak', { body: { text } });
        expectRefused(reply, status, code);
      },
    }),
  ),
};

/** A WAV of 16,000 samples a second with nothing in it. */
function silence(durationMs: number): Buffer {
  const data = Buffer.alloc(Math.round(durationMs * 16) * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
