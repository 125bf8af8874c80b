import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createModelText } from './model-text.ts';

describe('the text of a model that is shown', () => {
  for (const [written, shown] of [
    ['Sawa.', 'Sawa.'],
    ['<think>Hmm.</think>\n\nSawa.', 'Sawa.'],
    ['\n <think>\n</think>Sawa.', 'Sawa.'],
    ['<think>Hmm, na hakuna mwisho', ''],
    ['<th', '<th'],
    ['<thing> 5 < 6', '<thing> 5 < 6'],
    ['Sawa. <think>basi</think>', 'Sawa. <think>basi</think>'],
    ['Sawa\0 🙂 \ud83d', 'Sawa 🙂 \ufffd'],
  ] as const)
    test(`${JSON.stringify(written)} becomes ${JSON.stringify(shown)}, however it is cut`, () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: written.length })), (cuts) => {
          const places = [0, ...cuts.toSorted((one, other) => one - other), written.length];
          const text = createModelText();
          const pieces = places
            .slice(1)
            .map((place, index) => text.push(written.slice(places[index], place)));
          assert.equal([...pieces, text.end()].join(''), shown);
          for (const piece of pieces) assert.ok(piece.isWellFormed());
        }),
      );
    });
});

test('an end mark of reasoning without its beginning is not shown, and is reported', () => {
  for (const pieces of [['Hmm.\n</think>\n\nSawa.'], ['Hmm.\n<', '/thi', 'nk', '>\n', '\nSawa.']]) {
    const text = createModelText();
    const shown = pieces.map(text.push).join('') + text.end();
    assert.equal(shown, 'Hmm.\nSawa.');
    assert.equal(text.thinksUnmarked(), true);
  }
});

test('of a model known for unmarked reasoning nothing is shown before the end mark', () => {
  const text = createModelText('unmarked');
  assert.deepEqual(['Hm', 'm.\n</th', 'ink>\n\nSa', 'wa.'].map(text.push), ['', '', 'Sa', 'wa.']);
  assert.equal(text.end(), '');
  assert.equal(text.thinksUnmarked(), true);
});

test('where such a model did not reason, its text is shown at the end, and it counts as usual again', () => {
  const text = createModelText('unmarked');
  assert.equal(text.push(' Sawa.') + text.push(' Basi.'), '');
  assert.equal(text.end(), 'Sawa. Basi.');
  assert.equal(text.thinksUnmarked(), false);
});

test('a mark in the middle of a line is text', () => {
  const text = createModelText();
  const written = 'Write `</think>` or </think> at the end.\n<b>';
  assert.equal([...written].map(text.push).join('') + text.end(), written);
  assert.equal(text.thinksUnmarked(), undefined);
});
