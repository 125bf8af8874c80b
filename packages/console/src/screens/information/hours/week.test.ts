import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursOf, minutesIn, openPart, painted, swahiliTime, weekOf } from './week.ts';

const hours = [
  { days: ['mon', 'tue'], open: '08:00', close: '12:30' },
  { days: ['mon'], open: '14:00', close: '24:00' },
  { days: ['sat'], open: '20:00', close: '02:00', nextDay: true },
  { days: ['sun'], open: '07:00', close: '07:00', nextDay: true },
] as const;

test('hours survive a round trip through a week, across noon and midnight', () => {
  assert.deepEqual(hoursOf(weekOf(hours)), hours);
});

test('hours past midnight are sent as those of the next day only after the owner has said so', () => {
  const slip = [{ days: ['sat'], open: '07:00', close: '06:00' }] as const;
  assert.deepEqual(hoursOf(weekOf(slip)), slip);
  const { sat } = weekOf(slip);
  const said = { ...weekOf([]), sat: sat.map((span) => ({ ...span, isNextDay: true })) };
  assert.deepEqual(hoursOf(said), [{ ...slip[0], nextDay: true }]);
  // A part that ends at midnight needs no saying.
  const early = painted(said.sat, 1_320, 1_440, false);
  assert.deepEqual(hoursOf({ ...said, sat: early })[0], { ...slip[0], close: '22:00' });
});

test('opening hours joins adjacent spans, closing hours splits them, and an hour can be partly open', () => {
  const { mon } = weekOf(hours);
  assert.deepEqual(painted(mon, 720, 840, true), [{ open: 480, close: 1_440 }]);
  assert.deepEqual(painted(mon, 540, 600, false), [
    { open: 480, close: 540 },
    { open: 600, close: 750 },
    { open: 840, close: 1_440 },
  ]);
  assert.deepEqual(openPart(mon, 12), { from: 0, to: 0.5 });
  assert.equal(openPart(mon, 13), undefined);
});

test('times are shown on the Swahili clock', () => {
  assert.deepEqual(
    ['08:00', '12:30', '18:00', '06:15', '00:00', '24:00', '05:00'].map(swahiliTime),
    [
      'saa 2 asubuhi',
      'saa 6:30 mchana',
      'saa 12 jioni',
      'saa 12:15 asubuhi',
      'saa 6 usiku',
      'saa 6 usiku',
      'saa 11 alfajiri',
    ],
  );
});

test('times are read as people type them', () => {
  const given = ['8', '08', '830', '0830', '8:30', '08.30', ' 18:05 ', '24:00', '0'];
  assert.deepEqual(given.map(minutesIn), [480, 480, 510, 510, 510, 510, 1_085, 1_440, 0]);
});

test('what is no time of a day is refused', () => {
  for (const text of ['', '25', '8:60', '24:01', 'noon', '8 pm', '12345'])
    assert.equal(minutesIn(text), undefined, text);
});
