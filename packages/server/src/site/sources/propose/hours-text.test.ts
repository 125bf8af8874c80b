import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/fixtures/fields-of.ts';
import { readHoursLine, readHoursSentences } from './hours-text.ts';

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
const whole = [...workdays, 'sat', 'sun'];

const clear: readonly (readonly [
  string,
  readonly (readonly [readonly string[], string, string])[],
])[] = [
  ['Monday – Friday: 8:00 am – 5:30 pm', [[workdays, '08:00', '17:30']]],
  ['Mon-Fri 08:00-17:00', [[workdays, '08:00', '17:00']]],
  ['Weekdays 9am to 6pm', [[workdays, '09:00', '18:00']]],
  ['Sat & Sun: 10.00 - 16.00', [[['sat', 'sun'], '10:00', '16:00']]],
  ['Saturdays 8 a.m. – 12 noon', [[['sat'], '08:00', '12:00']]],
  ['Open daily 24 hours', [[whole, '00:00', '24:00']]],
  ['Every day 6 pm – midnight', [[whole, '18:00', '24:00']]],
  ['Friday 8pm - 2am', [[['fri'], '20:00', '02:00']]],
  [
    'Mon 08:00–12:00 and 14:00–17:00',
    [
      [['mon'], '08:00', '12:00'],
      [['mon'], '14:00', '17:00'],
    ],
  ],
  [
    'Monday - Friday: 8:00 am - 5:30 pm Saturday: 9:00 am - 1:00 pm',
    [
      [workdays, '08:00', '17:30'],
      [['sat'], '09:00', '13:00'],
    ],
  ],
  [
    'Mon-Fri 8am-5pm, Sat 9am-1pm, closed on Sunday',
    [
      [workdays, '08:00', '17:00'],
      [['sat'], '09:00', '13:00'],
    ],
  ],
  [
    'Jumatatu hadi Ijumaa saa 2 asubuhi hadi saa 11 jioni Jumamosi saa 3 asubuhi hadi saa 7 mchana',
    [
      [workdays, '08:00', '17:00'],
      [['sat'], '09:00', '13:00'],
    ],
  ],
  ['Jumatatu hadi Ijumaa: saa 2 asubuhi - saa 11 jioni', [[workdays, '08:00', '17:00']]],
  ['Jumatatu hadi Ijumaa saa 11 asubuhi hadi saa 11 jioni', [[workdays, '05:00', '17:00']]],
  ['J3-Ijm: saa 2 asubuhi - saa 11 jioni', [[workdays, '08:00', '17:00']]],
  ['Jumamosi saa 3:30 asubuhi hadi saa 7 mchana', [[['sat'], '09:30', '13:00']]],
  ['Kila siku: saa 12 asubuhi - saa 3 usiku', [[whole, '06:00', '21:00']]],
  ['Mon-Fri 8:00-17:00', [[workdays, '08:00', '17:00']]],
  ['Kila siku saa kumi na mbili asubuhi hadi saa moja usiku', [[whole, '06:00', '19:00']]],
  ['Jumamosi saa tatu na nusu asubuhi mpaka saa saba mchana', [[['sat'], '09:30', '13:00']]],
  [
    'We are open Monday to Saturday from 6.30am to 7pm, and on Sundays 8am to 1pm.',
    [
      [[...workdays, 'sat'], '06:30', '19:00'],
      [['sun'], '08:00', '13:00'],
    ],
  ],
];
for (const [line, hours] of clear)
  test(`the hours of “${line}”`, () => {
    assert.deepEqual(fieldsOf(readHoursLine(line) ?? [], 'days', 'open', 'close'), hours);
  });

test('a closed day has no hours', () => {
  assert.deepEqual(readHoursLine('Sunday: closed'), []);
  assert.deepEqual(readHoursLine('Jumapili imefungwa'), []);
});

for (const line of [
  'Monday to Friday 8 - 5',
  'Mon-Fri 8:00 - 5:00',
  'Jumatatu saa 2 - saa 11',
  'Monday: mathematics 08:00 - 09:00',
  'Sunday service 9am - 11am',
  'We open at 08:00',
  'Monday',
  'Monday 25:00 - 26:00',
  'Monday 08:00 - 08:00',
  '8am - 12pm Monday to Friday 2pm - 5pm Saturday',
  'Monday 8am - 5pm Saturday 8 - 1',
  'Sun & Holidays: Emergencies only',
  'Sunday: by appointment',
])
  test(`“${line}” has no certain hours`, () => {
    assert.equal(readHoursLine(line), undefined);
  });

const inSentences: readonly (readonly [
  string,
  readonly (readonly [readonly string[], string, string])[],
  string,
])[] = [
  [
    'We are open Monday to Saturday from 6.30am to 7pm, and on Sundays 8am to 1pm. ' +
      'On public holidays we close at noon.',
    [
      [[...workdays, 'sat'], '06:30', '19:00'],
      [['sun'], '08:00', '13:00'],
    ],
    'On public holidays we close at noon.',
  ],
  [
    'Tunafungua kila siku saa kumi na mbili asubuhi mpaka saa tatu usiku. Jumapili tunafunga saa nane mchana.',
    [
      [[...workdays, 'sat'], '06:00', '21:00'],
      [['sun'], '06:00', '14:00'],
    ],
    '',
  ],
  [
    'Karibu sana! Tunafungua kila siku saa 2 asubuhi hadi saa 11 jioni.',
    [[whole, '08:00', '17:00']],
    'Karibu sana!',
  ],
];
for (const [text, hours, rest] of inSentences)
  test(`the hours in the sentences of “${text}”`, () => {
    const read = readHoursSentences(text);
    assert.deepEqual(fieldsOf(read?.hours ?? [], 'days', 'open', 'close'), hours);
    assert.equal(read?.rest, rest);
  });

test('sentences are unclear if one of them about a day is', () => {
  assert.equal(
    readHoursSentences('Open daily 8am - 5pm. On Sunday the shop opens at 10am.'),
    undefined,
  );
  assert.equal(
    readHoursSentences('Open daily 8am - 5pm. Sunday closed for stock, until 2pm.'),
    undefined,
  );
  assert.equal(readHoursSentences('We bake bread. Come and see us.'), undefined);
});
