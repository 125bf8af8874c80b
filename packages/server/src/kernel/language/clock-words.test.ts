import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockDigits, clockSpoken, clockText, minutesOf } from './clock-words.ts';

const clocks: readonly (readonly [string, string, string, string])[] = [
  ['08:00', 'saa mbili asubuhi', '8:00 am', 'eight in the morning'],
  ['22:00', 'saa nne usiku', '10:00 pm', 'ten at night'],
  ['00:00', 'saa sita usiku', '12:00 am', 'midnight'],
  ['12:00', 'saa sita mchana', '12:00 pm', 'noon'],
  ['06:00', 'saa kumi na mbili asubuhi', '6:00 am', 'six in the morning'],
  ['18:00', 'saa kumi na mbili jioni', '6:00 pm', 'six in the evening'],
  ['19:00', 'saa moja usiku', '7:00 pm', 'seven in the evening'],
  ['04:30', 'saa kumi na nusu alfajiri', '4:30 am', 'half past four in the morning'],
  ['13:15', 'saa saba na robo mchana', '1:15 pm', 'quarter past one in the afternoon'],
  ['08:45', 'saa tatu kasorobo asubuhi', '8:45 am', 'quarter to nine in the morning'],
  ['16:20', 'saa kumi na dakika ishirini jioni', '4:20 pm', 'four twenty in the afternoon'],
];
for (const [digits, swahili, english, spoken] of clocks) {
  test(`${digits} is ${swahili}, ${english}, ${spoken}`, () => {
    const minutes = minutesOf(digits) ?? Number.NaN;
    assert.equal(clockSpoken(minutes, 'sw'), swahili);
    assert.equal(clockText(minutes, 'sw'), swahili);
    assert.equal(clockText(minutes, 'en'), english);
    assert.equal(clockSpoken(minutes, 'en'), spoken);
    assert.equal(clockDigits(minutes + 1440), digits);
  });
}

test('text that is not a time of day yields none', () => {
  assert.equal(minutesOf('25:00'), undefined);
  assert.equal(minutesOf('noon'), undefined);
  assert.equal(minutesOf('24:00'), 1440);
});
