import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, judgeColour, readColour } from './contrast.ts';

test('black on white has the most contrast, and a colour on itself none', () => {
  assert.equal(Math.round(contrast([0, 0, 0], [255, 255, 255])), 21);
  assert.equal(contrast([10, 125, 90], [10, 125, 90]), 1);
});

test('short and long hex colours are read, and nothing else', () => {
  assert.deepEqual(readColour('#0fa'), [0, 255, 170]);
  assert.deepEqual(readColour(' #0A7D5A '), [10, 125, 90]);
  for (const text of ['', 'green', '#12', '#12345g', '0a7d5a'])
    assert.equal(readColour(text), undefined);
});

test('a colour that is hard to see on a white or dark page is warned about', () => {
  assert.equal(judgeColour('#0a7d5a'), 'good');
  assert.equal(judgeColour('#ffe680'), 'pale');
  assert.equal(judgeColour('#141210'), 'dark');
  assert.equal(judgeColour('nyekundu'), 'unreadable');
});
