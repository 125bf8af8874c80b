import { display, each, expect, expectEqual, expectShape, is, skipIf } from '../check.ts';
import { expectRefused, expectReply, expectStatus } from '../reply.ts';
import { type SiteBench, siteSection } from './bench.ts';

const wav = 'audio/wav';
const noise = Buffer.from('no recording at all');

export const voiceSection = siteSection(
  'voice',
  {
    'voice-refused': 'If config has voice false, transcribe, speak and live refuse with 403 voice',
    'voice-off':
      'If the owner switches voice off, config has voice false; transcribe and speak refuse with 403 voice',
    'transcribe-alias':
      'audio/x-wav, audio/wave and types with parameters are accepted like audio/wav',
    'speak-counted': 'Every call that returns sound counts one unit of voice, a refused one none',
    'transcribe-silence': 'A recording without speech is 200 with an empty text and a language',
    'transcribe-empty': 'An empty recording is 400 with the code invalid',
    'transcribe-type': 'A content type that is not audio is 415 with the code audio_type',
    'transcribe-noise': 'Bytes that are not a recording are 415 with the code audio_type',
    'transcribe-long': 'A recording of 70 seconds is 413 with the code audio_too_long',
    'speak-audio':
      'speak returns sound, names the voice in X-Voice, and uses the default voice for an unknown one',
    'speak-empty': 'An empty text is 400 with the code invalid',
    'speak-long': 'A text of 1,001 characters is 413 with the code too_large',
  },
  {
    async 'voice-refused'(bench) {
      skipIf((await bench.config()).voice === true, 'voice is on here');
      await expectVoiceRefused(bench);
    },
    async 'voice-off'(bench) {
      await bench.own.change({ voice: false });
      expectEqual((await bench.visit('GET', 'config')).body.voice, false, 'voice in config');
      await expectVoiceRefused(bench);
    },
    async 'transcribe-alias'(bench) {
      await bench.requireFeature('voice');
      for (const type of ['audio/x-wav', 'audio/wave', 'AUDIO/WAV; codecs=1'])
        expectStatus(await transcribe(bench, silence(200), type), 200, `the status of ${type}`);
    },
    async 'speak-counted'({ requireFeature, own, visit }) {
      await requireFeature('speak');
      const used = async () => (await own.read()).usage.voice.used;
      const before = await used();
      for (const text of ['Karibu.', 'Karibu.', '']) await visit('POST', 'speak', { text });
      expectEqual(await used(), before + 2, 'voice.used');
    },
    async 'transcribe-silence'(bench) {
      await bench.requireFeature('voice');
      const heard = await transcribe(bench, silence(1_000));
      expectReply(heard, 200, { text: '', language: is.text });
    },
    ...each(
      {
        'transcribe-empty': [Buffer.alloc(0), wav, 400, 'invalid'],
        'transcribe-type': [silence(10), 'text/plain', 415, 'audio_type'],
        'transcribe-noise': [noise, wav, 415, 'audio_type'],
        'transcribe-long': [silence(70_000), wav, 413, 'audio_too_long'],
      },
      async (bench: SiteBench, [recording, type, status, code]: Refused<Buffer>) => {
        await bench.requireFeature('voice');
        expectRefused(await transcribe(bench, recording, type), status, code);
      },
    ),
    async 'speak-audio'({ requireFeature, visit }) {
      await requireFeature('speak');
      for (const voice of ['', 'no-such-voice']) {
        const reply = await visit('POST', 'speak', { text: 'Habari.', voice });
        expectStatus(reply, 200, `the status with the voice ${display(voice)}`);
        expectShape(reply.headers, { 'content-type': /^audio\//, 'x-voice': /./ }, 'speak');
        expect(reply.bytes.length > 1_000, `there are ${reply.bytes.length} bytes`);
      }
    },
    ...each(
      { 'speak-empty': ['', 400, 'invalid'], 'speak-long': ['a'.repeat(1_001), 413, 'too_large'] },
      async (
        { requireFeature, visit }: SiteBench,
        [text, status, code]: readonly [string, number, string],
      ) => {
        await requireFeature('speak');
        expectRefused(await visit('POST', 'speak', { text }), status, code);
      },
    ),
  },
);

type Refused<Sent> = readonly [sent: Sent, type: string, status: number, code: string];

async function expectVoiceRefused(bench: SiteBench): Promise<void> {
  expectRefused(await transcribe(bench, silence(100)), 403, 'voice');
  const spoken = await bench.visit('POST', 'speak', { text: 'Habari' });
  if (spoken.status !== 501) expectRefused(spoken, 403, 'voice');
}

function transcribe({ visit }: SiteBench, recording: Buffer, type = wav) {
  return visit('POST', 'transcribe', recording, { 'content-type': type });
}

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
