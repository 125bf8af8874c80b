import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JoinedRhythm, slotAfter } from './digest-slot.ts';

const cases: readonly [string, JoinedRhythm, string, string, string][] = [
  [
    'before seven, today',
    'daily',
    'Africa/Nairobi',
    '2026-11-16T03:59:00Z',
    '2026-11-16T04:00:00Z',
  ],
  ['at seven, tomorrow', 'daily', 'Africa/Nairobi', '2026-11-16T04:00:00Z', '2026-11-17T04:00:00Z'],
  [
    'the day by the wall',
    'daily',
    'Pacific/Auckland',
    '2026-07-01T20:00:00Z',
    '2026-07-02T19:00:00Z',
  ],
  ['clocks go forward', 'daily', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
  ['clocks go back', 'daily', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00Z'],
  ['the day after', 'daily', 'Europe/Berlin', '2026-10-25T06:00:00Z', '2026-10-26T06:00:00Z'],
  // The day that Samoa left out.
  [
    'a day that was skipped',
    'daily',
    'Pacific/Apia',
    '2011-12-29T18:00:00Z',
    '2011-12-30T17:00:00Z',
  ],
  ['the full hour', 'hourly', 'Africa/Nairobi', '2026-11-16T04:00:00Z', '2026-11-16T05:00:00Z'],
  ['half an hour apart', 'hourly', 'Asia/Kolkata', '2026-11-16T04:00:00Z', '2026-11-16T04:30:00Z'],
];

for (const [name, rhythm, zone, after, slot] of cases)
  test(`a digest is due by the clock of the site: ${name}, ${zone}`, () => {
    const found = slotAfter(Date.parse(after), rhythm, zone);
    assert.equal(new Date(found).toISOString(), new Date(slot).toISOString());
    // A late server recognises a slot: it is the one after the moment before it.
    assert.equal(slotAfter(found - 1, rhythm, zone), found);
  });

test('a year of digests has one for each day, even where clocks change', () => {
  for (const zone of [
    'Africa/Nairobi',
    'America/Sao_Paulo',
    'Europe/Berlin',
    'Australia/Lord_Howe',
  ]) {
    let atMs = Date.parse('2026-01-01T12:00:00Z');
    const days = new Set<string>();
    while (days.size < 365) {
      atMs = slotAfter(atMs, 'daily', zone);
      const wall = new Date(atMs).toLocaleString('sv', { timeZone: zone });
      assert.match(wall, / 07:00:00$/);
      const before = days.size;
      days.add(wall.slice(0, 10));
      assert.equal(days.size, before + 1);
    }
    assert.equal(
      new Date(atMs).toLocaleString('sv', { timeZone: zone }).slice(0, 10),
      '2027-01-01',
    );
  }
});
