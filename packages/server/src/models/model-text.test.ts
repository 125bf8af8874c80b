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
