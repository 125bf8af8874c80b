import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVectorText, vectorText } from './editions.ts';

test('a vector comes back nearly as it was', () => {
  const vector = Float32Array.from({ length: 384 }, (_, at) => Math.sin(at * at) / 20);
  const text = vectorText(vector);
  assert.ok(text.length <= 520, `${text.length} characters`);
  const read = readVectorText(text);
  const wrong = read.map((value, at) => Math.abs(value - (vector[at] ?? 0)));
  assert.ok(read.length === 384 && Math.max(...wrong) < 0.0003);
});

test('a vector of nothing stays nothing', () => {
  assert.deepEqual(readVectorText(vectorText(new Float32Array(3))), new Float32Array(3));
});
