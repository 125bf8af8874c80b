import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsAnswerTo, questionTypeOf } from './question-type.ts';

for (const [question, type] of [
  ['Who is the manager?', 'who'],
  ['Meneja anaitwa nani?', 'who'],
  ['When do you open?', 'when'],
  ['Shule ilianzishwa mwaka gani?', 'when'],
  ['Mko wapi?', 'where'],
  ['How much is the room?', 'number'],
  ['Kuna vyumba vingapi?', 'number'],
  ['Je, mnapokea kadi?', 'yes-no'],
  ['Kwa nini mmefunga?', 'reason'],
  ['Tell me about breakfast', 'other'],
] as const)
  test(`“${question}” asks for: ${type}`, () => assert.equal(questionTypeOf(question), type));

test('a text that holds no such thing is told from one where nothing can be said', () => {
  assert.equal(holdsAnswerTo('when', 'We open at 8:00.'), true);
  assert.equal(holdsAnswerTo('when', 'We open early.'), false);
  assert.equal(holdsAnswerTo('reason', 'We open early.'), undefined);
});
