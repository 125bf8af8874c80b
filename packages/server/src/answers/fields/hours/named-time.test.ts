import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockDigits } from '../../../kernel/language/clock-words.ts';
import { namedTime } from './named-time.ts';

const named: readonly (readonly [string, readonly string[]])[] = [
  ['mko wazi saa mbili asubuhi', ['08:00']],
  ['mko wazi saa mbili usiku', ['20:00']],
  ['mko wazi saa mbili', ['08:00', '20:00']],
  ['saa 2 asubuhi', ['08:00']],
  ['saa 2:30 usiku', ['20:30']],
  ['saa kumi na moja na nusu jioni', ['17:30']],
  ['saa kumi na mbili jioni', ['18:00']],
  ['saa kumi na mbili asubuhi', ['06:00']],
  ['saa sita usiku', ['00:00']],
  ['saa sita mchana', ['12:00']],
  ['saa kumi alfajiri', ['04:00']],
  ['saa tatu kasorobo asubuhi', ['08:45']],
  ['saa 14:00', ['14:00']],
  ['saa 8 pm', ['20:00']],
  ['open at 7pm', ['19:00']],
  ['at 7:30 p.m.', ['19:30']],
  ['by 8 in the morning', ['08:00']],
  ['at noon', ['12:00']],
  ['until midnight', ['00:00']],
  ['at 7', ['07:00', '19:00']],
  ['at 19:00', ['19:00']],
  ['at 08:15', ['08:15']],
];
for (const [question, times] of named) {
  test(`"${question}" names ${times.join(' or ')}`, () => {
    assert.deepEqual(namedTime(question)?.minutes.map(clockDigits), times);
  });
}

test('a question that asks for a time does not name one', () => {
  for (const question of [
    'mnafungua saa ngapi',
    'what time do you open',
    'saa za kazi',
    'for 8 people',
  ])
    assert.equal(namedTime(question), undefined, question);
});
