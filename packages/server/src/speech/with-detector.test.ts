import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import type { RecordingDetector, Transcriber } from './speech.ts';
import { segmentsOf, withDetector } from './with-detector.ts';

const window = 512;
const never = new AbortController().signal;

test('audio without speech gives no text, and is not transcribed', async () => {
  const { transcriber, asked } = listening((likely) => likely.fill(0.3));
  const heard = await transcriber.transcribe(new Float32Array(16_000), anything, never);
  assert.equal(heard.text, '');
  assert.deepEqual(asked, []);
});

test('a click is not speech', () => {
  const likely = new Float32Array(100);
  likely.fill(0.9, 50, 53);
  assert.deepEqual(segmentsOf(likely, 100 * window), []);
});

test('silence around speech is cut off, except for a margin', () => {
  const likely = new Float32Array(300);
  likely.fill(0.9, 100, 160);
  assert.deepEqual(segmentsOf(likely, 300 * window), [{ from: 90 * window, to: 170 * window }]);
});

test('long speech is split at pauses into partial transcripts, and the result is whole', async () => {
  const { transcriber, asked } = listening((likely) => {
    likely.fill(0.9);
    likely.fill(0, 700, 720);
    likely.fill(0, 1_400, 1_440);
  });
  const partials: string[] = [];
  const samples = new Float32Array(2_000 * window);
  const heard = await transcriber.transcribe(
    samples,
    { ...anything, onPartial: (text) => partials.push(text) },
    never,
  );
  assert.deepEqual(partials, ['part 1', 'part 1 part 2']);
  assert.equal(heard.text, 'part 1 part 2 part 3');
  assert.deepEqual(
    asked.map(({ length }) => length / window),
    [710, 710, 580],
  );
  assert.deepEqual(
    fieldsOf(asked, 'language'),
    [undefined, 'en', 'en'],
    'the language of the first segment is used for the rest',
  );
});

test('speech without pauses is split, too', () => {
  const likely = new Float32Array(2_000).fill(0.9);
  const stretches = segmentsOf(likely, 2_000 * window);
  assert.ok(stretches.every(({ from, to }) => to - from <= 28 * 16_000));
  assert.equal(stretches.at(-1)?.to, 2_000 * window);
});

const anything = { language: undefined };

function listening(hear: (likely: Float32Array) => void) {
  const asked: { readonly length: number; readonly language: unknown }[] = [];
  const detector: RecordingDetector = {
    listen: () => assert.fail('not used'),
    windowProbabilities: async ({ length }) => {
      const likely = new Float32Array(Math.ceil(length / window));
      hear(likely);
      return likely;
    },
    close: async () => {},
  };
  const inner: Transcriber = {
    languages: ['en', 'sw'],
    capabilities: { partials: false },
    transcribe: async ({ length }, { language }) => {
      asked.push({ length, language });
      return { text: `part ${asked.length}`, language: 'en' };
    },
    close: async () => {},
  };
  return { transcriber: withDetector(inner, detector), asked };
}
