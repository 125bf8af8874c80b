import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEncodingTurns } from './recogniser.ts';

test('a clip that was given up while it waited is not encoded, and the next one is', async () => {
  const begun: number[] = [];
  const { promise: firstEnds, resolve: endFirst } = Promise.withResolvers<void>();
  const encodeInTurn = createEncodingTurns(async ({ length }) => {
    begun.push(length);
    await firstEnds;
    return {};
  });
  const leaving = new AbortController();
  const first = encodeInTurn(new Float32Array(1));
  const second = encodeInTurn(new Float32Array(2), leaving.signal);
  const third = encodeInTurn(new Float32Array(3));
  leaving.abort(new Error('retracted'));
  endFirst();
  await first;
  await assert.rejects(second, /retracted/);
  await third;
  assert.deepEqual(begun, [1, 3]);
});
