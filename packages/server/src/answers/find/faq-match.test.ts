import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from './faq-match.ts';

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
