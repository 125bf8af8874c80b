import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';

test('the same message is said ten times in ten seconds, and then how often it was left out', () => {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  const say = (message: string, times: number) =>
    Array.from({ length: times }, () => pace(message)).filter((leftOut) => leftOut !== undefined);
  assert.equal(say('away', 500).length, 10);
  assert.equal(say('another', 3).length, 3);
  nowMs = 9_999;
  assert.deepEqual(say('away', 5), []);
  nowMs = 10_000;
  assert.deepEqual(say('away', 2), [495, 0]);
});

test('messages that are all different are all said, and not kept for ever', () => {
  const pace = createPace(() => 0);
  for (let at = 0; at < 10_000; at += 1) assert.equal(pace(`message ${at}`), 0);
});
