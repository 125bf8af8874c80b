import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packAlone, packVersion, unpackOne } from './version-packing.ts';

// Words in a random order compress to a third, as prose does.
let seed = 1;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const words = Array.from({ length: 5_000 }, () => random(10 ** 9).toString(36));
const sentence = () => Array.from({ length: 60 }, () => words[random(words.length)]).join(' ');

test('a version of 1 MB that differs in ten sentences takes a hundredth of it, and is read again', async () => {
  const sentences = Array.from({ length: 2_700 }, sentence);
  const text = sentences.join('\n');
  for (let at = 0; at < 10; at += 1) sentences[random(sentences.length)] = sentence();
  const next = sentences.join('\n');
  assert.ok(text.length > 1024 * 1024);
  const delta = packVersion(11, text, next);
  assert.equal(delta.form, 'delta');
  assert.ok(delta.packed.length < text.length / 100, `${delta.packed.length} characters`);
  assert.equal(await unpackOne(delta, next), text);
  assert.equal(await unpackOne(delta, undefined), undefined);
});

test('every tenth version is packed alone', async () => {
  assert.deepEqual(packVersion(20, 'text', 'next'), packAlone('text'));
  assert.equal(await unpackOne(packVersion(20, 'text', 'next'), undefined), 'text');
});
