import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayOf,
  easterOf,
  isoDate,
  localNow,
  weekdayOf,
} from '../../../kernel/language/calendar.ts';
import { namedDays } from './days.ts';

// A Monday.
const today = dayOf(2026, 11, 16);

const named: readonly (readonly [string, readonly string[], string])[] = [
  ['leo', ['2026-11-16'], 'today'],
  ['are you open today', ['2026-11-16'], 'today'],
  ['kesho', ['2026-11-17'], 'tomorrow'],
  ['tommorow morning', ['2026-11-17'], 'tomorrow'],
  ['kesho kutwa', ['2026-11-18'], 'weekday'],
  ['the day after tomorrow', ['2026-11-18'], 'weekday'],
  ['jumapili', ['2026-11-22'], 'weekday'],
  ['jumapil', ['2026-11-22'], 'weekday'],
  ['on wednesdays', ['2026-11-18'], 'weekday'],
  ['on wed', ['2026-11-18'], 'weekday'],
  ['jpl', ['2026-11-22'], 'weekday'],
  ['sept 5', ['2027-09-05'], 'date'],
  ['on monday', ['2026-11-16'], 'weekday'],
  ['next monday', ['2026-11-23'], 'weekday'],
  ['jumatatu ijayo', ['2026-11-23'], 'weekday'],
  ['saturday or sunday', ['2026-11-21', '2026-11-22'], 'weekday'],
  ['wikendi', ['2026-11-21', '2026-11-22'], 'weekdays'],
  ['tarehe 25 desemba', ['2026-12-25'], 'holiday'],
  ['tarehe 9 mwezi wa kumi na mbili', ['2026-12-09'], 'date'],
  ['tarehe tisa mwezi wa 12', ['2026-12-09'], 'date'],
  ['tarehe 3 mwezi wa pili', ['2027-02-03'], 'date'],
  ['tarehe ishirini na tano desemba', ['2026-12-25'], 'holiday'],
  ['25/12', ['2026-12-25'], 'holiday'],
  ['25/12/2026', ['2026-12-25'], 'holiday'],
  ['2026-12-25', ['2026-12-25'], 'holiday'],
  ['december 25th', ['2026-12-25'], 'holiday'],
  ['the 25th of december 2026', ['2026-12-25'], 'holiday'],
  ['3 january', ['2027-01-03'], 'date'],
  ['tarehe 24 desemba', ['2026-12-24'], 'date'],
  ['tarehe ishirini na tatu mwezi wa desemba', ['2026-12-23'], 'date'],
  ['tarehe 20', ['2026-11-20'], 'date'],
  ['tarehe 3', ['2026-12-03'], 'date'],
  ['tarehe 31', ['2026-12-31'], 'date'],
  ['the 31st', ['2026-12-31'], 'date'],
  ['krismasi', ['2026-12-25'], 'holiday'],
  ['new years day', ['2027-01-01'], 'holiday'],
  ['good friday', ['2027-03-26'], 'holiday'],
  ['easter monday', ['2027-03-29'], 'holiday'],
  ['jana', ['2026-11-15'], 'past'],
  ['1 november 2026', ['2026-11-01'], 'past'],
];
for (const [question, days, as] of named) {
  test(`"${question}" on Monday 2026-11-16 means ${days.join(' and ')}`, () => {
    const found = namedDays(question, today);
    assert.deepEqual(found?.days.map(isoDate), days);
    assert.equal(found?.as, as);
  });
}

test('text that names no day yields none', () => {
  for (const question of [
    'may i ask',
    'mnafungua saa ngapi',
    '31 june',
    'saa 2.30 usiku',
    'siku gani',
  ])
    assert.equal(namedDays(question, today), undefined, question);
});

test('days are counted in the time zone of the site', () => {
  const moment = Date.parse('2026-11-15T22:30:00Z');
  assert.deepEqual(localNow(moment, 'Africa/Nairobi'), { day: today, minutes: 90 });
  assert.deepEqual(localNow(moment, 'America/New_York'), { day: today - 1, minutes: 17 * 60 + 30 });
  assert.deepEqual(localNow(moment, 'No/Where'), localNow(moment, 'Africa/Nairobi'));
});

test('weekdays and Easter follow the calendar', () => {
  assert.equal(weekdayOf(today), 'mon');
  assert.equal(weekdayOf(dayOf(1969, 12, 31)), 'wed');
  assert.equal(isoDate(easterOf(2026)), '2026-04-05');
});
