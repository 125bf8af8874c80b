import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySentence } from './by-sentence.ts';
import { joinSamples } from './samples.ts';
import { withSoftEdges } from './soft-edges.ts';
import type { Speaker } from './speech.ts';

const never = new AbortController().signal;
const sampleRate = 16_000;
const voice = { name: 'zuri', language: 'sw' } as const;

test('two sentences meet without a click, after a pause of 150 to 250 ms', async () => {
  for (const chunkSamples of [100, 1_600, 100_000]) {
    const speaker = bySentence(withSoftEdges(speakerOf(chunkSamples)));
    const sound = await soundOf(speaker, 'a! b! c!');
    const pauses = pausesIn(sound);
    assert.equal(pauses.length, 3, `${pauses}`);
    for (const { from, to } of pauses) {
      const ms = ((to - from) * 1_000) / sampleRate;
      assert.ok(ms >= 150 && ms <= 250, `${ms} ms`);
      // The tone itself rises by at most 900 from one sample to the next.
      for (let at = Math.max(1, from - 200); at < Math.min(sound.length, to + 200); at += 1) {
        const jump = Math.abs((sound[at] ?? 0) - (sound[at - 1] ?? 0));
        assert.ok(jump <= 1_000, `a jump of ${jump} at ${at}`);
      }
    }
    assert.deepEqual([sound[0], sound.at(-1)], [0, 0]);
  }
});

test('the first sound of a long sentence does not wait for its end', async () => {
  let made = 0;
  const speaker = withSoftEdges({
    ...speakerOf(1),
    speak: async () => ({ sampleRate, chunks: endless(() => (made += 1)) }),
  });
  const { chunks } = await speaker.speak('a', voice, never);
  for await (const chunk of chunks) {
    assert.ok(chunk.length > 0);
    break;
  }
  assert.ok(made <= 3, `${made} chunks were taken for the first one`);
});

test('silence before a sentence is cut', async () => {
  const samples = new Int16Array(3 * sampleRate);
  samples.set(tone(), sampleRate);
  const late = withSoftEdges({
    ...speakerOf(1),
    speak: async () => ({ sampleRate, chunks: chunksOf(samples, 1_000) }),
  });
  const sound = await soundOf(late, 'a');
  assert.equal(sound.length, (0.03 + 1 + 0.2) * sampleRate);
});

test('a sentence without sound stays empty', async () => {
  const silent = withSoftEdges({
    ...speakerOf(1),
    speak: async () => ({ sampleRate, chunks: chunksOf(new Int16Array(9_000), 1_000) }),
  });
  assert.equal((await soundOf(silent, 'a')).length, 0);
});

/** Speaks a second of a tone that begins and ends at its peak, with silences of different lengths behind it. */
function speakerOf(chunkSamples: number): Speaker {
  let sentences = 0;
  return {
    voices: [voice],
    speak: async () => {
      sentences += 1;
      const samples = new Int16Array(sampleRate + 12_000 - sentences * 4_000);
      samples.set(tone());
      return { sampleRate, chunks: chunksOf(samples, chunkSamples) };
    },
    close: async () => {},
  };
}

function tone(): Int16Array {
  const wave = (at: number) => 10_000 * Math.cos((2 * Math.PI * 200 * at) / sampleRate);
  return Int16Array.from({ length: sampleRate }, (_, at) => Math.round(wave(at)));
}

async function* chunksOf(samples: Int16Array, size: number): AsyncIterable<Int16Array> {
  for (let at = 0; at < samples.length; at += size) yield samples.subarray(at, at + size);
}

async function* endless(onChunk: () => void): AsyncIterable<Int16Array> {
  for (;;) {
    onChunk();
    yield tone();
  }
}

async function soundOf(speaker: Speaker, text: string): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  for await (const chunk of (await speaker.speak(text, voice, never)).chunks) parts.push(chunk);
  return joinSamples(Int16Array, parts);
}

/** Runs of zeros of more than 50 ms. */
function pausesIn(sound: Int16Array): readonly { readonly from: number; readonly to: number }[] {
  const pauses: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 0; at <= sound.length; at += 1) {
    if (at < sound.length && sound[at] === 0) continue;
    if (at - from > sampleRate / 20) pauses.push({ from, to: at });
    from = at + 1;
  }
  return pauses;
}
