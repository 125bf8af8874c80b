import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteLimits } from './site-limits.ts';
import { askRequestSchema, leadRequestSchema } from './site-requests.ts';

test('what was said before is cut between characters', () => {
  const content = `a${'🌍'.repeat(siteLimits.historyCharactersMax)}`;
  const { history } = askRequestSchema.parse({
    question: 'x',
    history: [{ role: 'user', content }],
  });
  assert.equal(history?.[0]?.content, `a${'🌍'.repeat(siteLimits.historyCharactersMax - 1)}`);
});

test('a contact of two signs is too short, however much place they take', () => {
  assert.equal(leadRequestSchema.safeParse({ contact: '🌍🌍' }).success, false);
  assert.equal(leadRequestSchema.safeParse({ contact: '🌍🌍🌍' }).success, true);
});
