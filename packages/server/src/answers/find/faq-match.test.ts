import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../knowledge.ts';
import { isOwnersQuestion, kindOf } from './faq-match.ts';

for (const [question, kind] of [
  ['Who is the manager?', 'who'],
  ['Meneja anaitwa nani?', 'who'],
  ['When do you open?', 'when'],
  ['Shule ilianzishwa mwaka gani?', 'when'],
  ['Mko wapi?', 'where'],
  ['How much is the room?', 'number'],
  ['Kuna vyumba vingapi?', 'number'],
  ['Je, kuna kadi?', 'yes-no'],
  ['Kwa nini mmefunga?', 'reason'],
  ['Tell me about breakfast', 'other'],
] as const)
  test(`“${question}” asks for: ${kind}`, () => assert.equal(kindOf(question), kind));

test('a question with a no is not the one without it, whose yes would deny it', () => {
  const written = (title: string) => ({ title, alternatives: [] }) as unknown as Entry;
  for (const [title, asked, isIt] of [
    ['Is there parking?', 'is there parking', true],
    ['Is there parking?', 'Is there no parking?', false],
    ['Do you take cards?', 'Do you take no cards?', false],
    ['Is there no parking?', 'Is there no parking', true],
    ['Je, kuna maegesho?', 'Je, hakuna maegesho?', false],
  ] as const)
    assert.equal(isOwnersQuestion(written(title), asked), isIt, asked);
});
