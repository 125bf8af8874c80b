import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpeechEngines } from '../../speech/speech.ts';
import { measureSpeech } from './voice-speed.ts';

const never = new AbortController().signal;
const voices = [
  { name: 'a', language: 'sw' },
  { name: 'b', language: 'en' },
] as const;

/** Speaks a second of silence, and takes `hear` to hear it. */
function enginesThat(hear: () => Promise<unknown>): SpeechEngines {
  const chunks = async function* () {
    yield new Int16Array(16_000);
  };
  return {
    speaker: { voices, speak: async () => ({ sampleRate: 16_000, chunks: chunks() }) },
    transcriber: {
      transcribe: async () => {
        await hear();
        return { text: '', language: 'en' };
      },
    },
  } as unknown as SpeechEngines;
}

test('what each language of built-in speech takes is reported', async () => {
  const { status, saw, remedy } = await measureSpeech(
    enginesThat(async () => {}),
    never,
  );
  assert.match(
    saw ?? '',
    /^a sentence is spoken in 0\.\d s, an English clip of 3 s is heard in 0\.\d s, a Swahili one in 0\.\d s$/,
  );
  assert.deepEqual([status, remedy], ['ok', undefined]);
});

test('built-in speech that does not end in time is slow, and says how far it came', async () => {
  const leaving = new AbortController();
  const abort = async () => {
    leaving.abort();
    throw leaving.signal.reason;
  };
  const slow = await measureSpeech(enginesThat(abort), leaving.signal);
  assert.equal(slow.status, 'missing');
  assert.match(slow.saw ?? '', /^slow: a sentence is spoken in 0\.\d s$/);
  assert.match(slow.remedy ?? '', /^use a faster processor/);
});

test('built-in speech that fails is not called slow', async () => {
  const failing = enginesThat(() => Promise.reject(new Error('no weights')));
  const { status, saw } = await measureSpeech(failing, never);
  assert.deepEqual([status, saw], ['missing', 'built-in speech failed']);
});
