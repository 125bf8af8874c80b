/** The tests that every transcriber and every speaker must pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Speaker, Transcriber } from '../../src/speech/speech.ts';

interface TranscriberCase {
  readonly open: () => Transcriber;
  /** At least half a second of English with these words. */
  readonly spoken: () => Promise<{ readonly samples: Float32Array; readonly words: RegExp }>;
  readonly skip?: string | false;
}

export function transcriberContract(
  name: string,
  { open, spoken, skip = false }: TranscriberCase,
): void {
  test(`${name} gives the words and their language`, { skip }, async (t) => {
    const transcriber = open();
    t.after(transcriber.close);
    const { samples, words } = await spoken();
    const heard = await transcriber.transcribe(samples, { language: 'en' }, never());
    assert.match(heard.text, words);
    assert.equal(heard.text, heard.text.trim());
    assert.equal(heard.language, 'en');
    const found = await transcriber.transcribe(samples, { language: undefined }, never());
    assert.match(found.text, words);
    assert.equal(found.language, 'en');
  });

  test(`${name} rejects as soon as the signal aborts`, { skip }, async (t) => {
    const transcriber = open();
    t.after(transcriber.close);
    const { samples } = await spoken();
    const reason = new Error('enough');
    await assert.rejects(
      transcriber.transcribe(samples, { language: 'en' }, AbortSignal.abort(reason)),
      reason,
    );
    const leaving = new AbortController();
    const heard = transcriber.transcribe(samples, { language: 'en' }, leaving.signal);
    leaving.abort(reason);
    await assert.rejects(heard, reason);
  });
}

interface SpeakerCase {
  readonly open: () => Speaker;
  readonly skip?: string | false;
}

export function speakerContract(name: string, { open, skip = false }: SpeakerCase): void {
  test(`${name} speaks with a voice of each language`, { skip }, async (t) => {
    const speaker = open();
    t.after(speaker.close);
    for (const language of ['sw', 'en'] as const) {
      const voice = speaker.voices.find((each) => each.language === language) ?? assert.fail();
      const text =
        language === 'sw' ? 'Karibu sana. Tuko wazi leo.' : 'Welcome. We are open today.';
      const speech = await speaker.speak(text, voice, never());
      assert.ok(speech.sampleRate >= 8_000 && speech.sampleRate <= 48_000);
      let samples = 0;
      let loudest = 0;
      for await (const chunk of speech.chunks) {
        samples += chunk.length;
        for (const sample of chunk) loudest = Math.max(loudest, Math.abs(sample));
      }
      assert.ok(samples / speech.sampleRate > 0.5, `${samples} samples`);
      assert.ok(loudest > 1_000, `${loudest} is the peak`);
    }
  });

  test(`${name} stops when the listener leaves, and rejects when the signal aborts`, {
    skip,
  }, async (t) => {
    const speaker = open();
    t.after(speaker.close);
    const [voice = assert.fail()] = speaker.voices;
    const reason = new Error('enough');
    await assert.rejects(speaker.speak('Karibu.', voice, AbortSignal.abort(reason)), reason);
    const speech = await speaker.speak('Karibu. Karibu tena. Na tena.', voice, never());
    for await (const chunk of speech.chunks) {
      assert.ok(chunk.length > 0);
      break;
    }
    const after = await speaker.speak('Bado tupo.', voice, never());
    let samples = 0;
    for await (const chunk of after.chunks) samples += chunk.length;
    assert.ok(samples > 0);
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}
