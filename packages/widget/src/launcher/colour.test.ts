import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrast, hex, inkOn, parseColour } from './colour.ts';

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
  assert.equal(hex(parseColour('#0af')), '#00aaff');
  assert.equal(hex(parseColour('#7A3e9d')), '#7a3e9d');
  assert.equal(hex(parseColour('red;}*{display:none')), '#0a7d5a');
});
