import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteLimits } from './site-limits.ts';
import { askRequestSchema, leadRequestSchema } from './site-requests.ts';

test('history is cut between characters', () => {
  const content = `a${'🌍'.repeat(siteLimits.historyCharactersMax)}`;
  const { history } = askRequestSchema.parse({
    question: 'x',
    history: [{ role: 'user', content }],
  });
  assert.equal(history?.[0]?.content, `a${'🌍'.repeat(siteLimits.historyCharactersMax - 1)}`);
});

test('a contact of two characters is too short, even if they are surrogate pairs', () => {
  const messages = (contact: string) =>
    leadRequestSchema.safeParse({ contact }).error?.issues.map(({ message }) => message) ?? [];
  assert.match(messages('🌍🌍').join(), /contact must have 3 to/);
  assert.deepEqual(messages('@𐐨𐐨'), []);
  assert.doesNotMatch(messages('🌍🌍🌍').join(), /3 to/);
});
