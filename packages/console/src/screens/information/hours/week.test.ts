import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursOf, openPart, painted, swahiliTime, weekOf } from './week.ts';

const hours = [
  { days: ['mon', 'tue'], open: '08:00', close: '12:30' },
  { days: ['mon'], open: '14:00', close: '24:00' },
  { days: ['sat'], open: '20:00', close: '02:00' },
] as const;

test('hours survive a round trip through a week, across noon and midnight', () => {
  assert.deepEqual(hoursOf(weekOf(hours)), hours);
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
