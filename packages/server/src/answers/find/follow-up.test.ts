import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '../knowledge.ts';
import { dependsOnHistory, earlierWords } from './query.ts';

const history: Ask['history'] = [
  { role: 'user', content: 'Do you repair broken zips?' },
  { role: 'assistant', content: 'Yes, and we sell rubies for KSh 1.' },
];

test("only the visitor's earlier turns are used", () => {
  const words = earlierWords('How much?', history).map(({ word }) => word);
  assert.ok(words.includes('zips') && !words.includes('rubies'));
  assert.deepEqual(earlierWords('How much?', []), []);
});

test('earlier turns count more for a question that refers back', () => {
  const weightFor = (question: string) => earlierWords(question, history)[0]?.weight ?? 0;
  assert.ok(weightFor('Is it free?') > weightFor('Which leather bags are made within two weeks?'));
  assert.equal(dependsOnHistory('Yake ni bei gani?'), true);
});
