import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createModelText } from './model-text.ts';

describe('what can be shown of what a model writes', () => {
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

test('the end of a thought whose beginning was never marked is not shown, and is told of', () => {
  for (const pieces of [['Hmm.\n</think>\n\nSawa.'], ['Hmm.\n<', '/thi', 'nk', '>\n', '\nSawa.']]) {
    const text = createModelText();
    const shown = pieces.map(text.push).join('') + text.end();
    assert.equal(shown, 'Hmm.\nSawa.');
    assert.equal(text.thinksUnmarked(), true);
  }
});

test('of a model that is known for it nothing is shown before that end', () => {
  const text = createModelText('unmarked');
  assert.deepEqual(['Hm', 'm.\n</th', 'ink>\n\nSa', 'wa.'].map(text.push), ['', '', 'Sa', 'wa.']);
  assert.equal(text.end(), '');
  assert.equal(text.thinksUnmarked(), true);
});

test('where it did not think this time all is shown at the end, and it is no longer known for it', () => {
  const text = createModelText('unmarked');
  assert.equal(text.push(' Sawa.') + text.push(' Basi.'), '');
  assert.equal(text.end(), 'Sawa. Basi.');
  assert.equal(text.thinksUnmarked(), false);
});

test('a text that speaks of the mark in the middle of a line is left as it is', () => {
  const text = createModelText();
  const said = 'Write `</think>` or </think> at the end.\n<b>';
  assert.equal([...said].map(text.push).join('') + text.end(), said);
  assert.equal(text.thinksUnmarked(), undefined);
});
