import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalized } from './normalized.ts';

test('text of any language is normalised as it is', () => {
  for (const text of ['Kahawa', 'cafe\u0301', 'ﬁ', '한국어', 'नमस्ते', `a${'\u0301'.repeat(30)}`])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      assert.equal(normalized(text, form), text.normalize(form));
});

test('a long run of marks is cut, even where marks of two kinds have to be sorted', () => {
  const marks = '\u0301'.repeat(20_000) + '\u0316'.repeat(20_000);
  assert.equal(normalized(`a${marks}b${marks}`, 'NFD').length, 2 * 31);
});

test('a letter that decomposes to a mark does not interrupt a run of marks', () => {
  const hidden = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => !/^\p{M}/u.test(letter) && /^\p{M}+$/u.test(normalized(letter, 'NFKD')));
  assert.deepEqual(hidden, ['\uFF9E', '\uFF9F']);
  for (const letter of hidden) {
    const marks = ('\u0301'.repeat(29) + letter).repeat(100);
    assert.ok(normalized(`a${marks}`, 'NFKD').length <= 31);
  }
});
