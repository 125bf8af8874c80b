import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading, ReadScores } from '../../packages/server/src/answers/read/reading.ts';
import { driveReading } from './drive-reading.ts';

test('what the work asks to have read comes back to it, and nothing else does', async () => {
  const reading: Reading = { question: 'wapi', before: '', passages: [] };
  const scores = [{ answer: 1, said: 2, evidence: [3] }];
  function* work(): Generator<Reading | undefined, ReadScores[], ReadScores> {
    return [yield undefined, yield reading, yield undefined];
  }
  const asked: Reading[] = [];
  const got = await driveReading(work(), async (one) => {
    asked.push(one);
    return scores;
  });
  assert.deepEqual(got, [undefined, scores, undefined]);
  assert.deepEqual(asked, [reading]);
});
