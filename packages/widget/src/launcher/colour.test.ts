import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrast, inkOn, isColour, parseColour } from './colour.ts';

test('the text colour for any background is readable on it', () => {
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(part, part, part, (...ground) => assert.ok(contrast(ground, inkOn(ground)) >= 4.5)),
  );
});

test('contrast is computed as in WCAG', () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(contrast([119, 119, 119], [255, 255, 255]).toFixed(2), '4.48');
});

test('three digits become six, and an invalid colour becomes the default', () => {
  assert.deepEqual(parseColour('#0af'), [0, 170, 255]);
  assert.deepEqual(parseColour('#7A3e9d'), [122, 62, 157]);
  for (const wrong of [
    'red;}*{display:none',
    '',
    'red',
    '#12345',
    '#0a7d5a8',
    ' #0a7d5a',
    '#0a7d5a\n',
  ]) {
    assert.ok(!isColour(wrong), wrong);
    assert.deepEqual(parseColour(wrong), [10, 125, 90]);
  }
});
