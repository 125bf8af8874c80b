import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createTokenizer } from './wordpiece.ts';

interface Cases {
  readonly singles: readonly { readonly text: string; readonly ids: readonly number[] }[];
}

const read = (name: string) => new URL(import.meta.resolve(`@baraza/answer-model/${name}`));
const skip = existsSync(read('vocab.txt')) ? false : 'there are no weights in this tree';

test('texts become the numbers that the encoder was trained on', { skip }, () => {
  const tokenizer = createTokenizer(readFileSync(read('vocab.txt'), 'utf8'));
  const cases: Cases = JSON.parse(readFileSync(read('tokenizer-cases.json'), 'utf8'));
  assert.ok(cases.singles.length > 20);
  for (const { text, ids } of cases.singles)
    assert.deepEqual(tokenizer.single(text, 256), ids, JSON.stringify(text));
});

test('a text that is too long is cut and still closed', () => {
  const tokenizer = createTokenizer('[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##b\n');
  assert.deepEqual(tokenizer.single('ab a c abb', 100), [2, 4, 5, 4, 1, 4, 5, 5, 3]);
  assert.deepEqual(tokenizer.single('ab ab ab', 5), [2, 4, 5, 4, 3]);
});
