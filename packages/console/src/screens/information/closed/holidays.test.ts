import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Country, countryOf, holidaysFrom } from './holidays.ts';

const named = (country: Country, from: string) =>
  new Map(
    holidaysFrom(country, from).map(({ name, ...rest }) => [rest.date, { ...rest, ...name }]),
  );

test('the holidays of the next 12 months are sorted, and Easter is on its date', () => {
  const kenya = named('KE', '2026-11-17');
  assert.equal(kenya.get('2026-12-12')?.en, 'Jamhuri Day');
  // Easter Sunday is 28 March 2027.
  assert.equal(kenya.get('2027-03-26')?.en, 'Good Friday');
  assert.equal(kenya.get('2027-03-29')?.sw, 'Jumatatu ya Pasaka');
  assert.equal(kenya.get('2027-10-20')?.sw, 'Siku ya Mashujaa');
  const dates = [...kenya.keys()];
  assert.deepEqual(dates, dates.toSorted());
  assert.ok(dates.every((date) => date >= '2026-11-17' && date < '2027-11-17'));
  for (const [year, easterMonday] of [
    [2026, '2026-04-06'],
    [2028, '2028-04-17'],
    [2029, '2029-04-02'],
  ] as const)
    assert.equal(named('UG', `${year}-01-01`).get(easterMonday)?.en, 'Easter Monday');
});

test('each country has its own holidays, and Umuganura is the first Friday of August', () => {
  assert.equal(named('TZ', '2027-01-01').get('2027-07-07')?.sw, 'Saba Saba');
  assert.equal(named('UG', '2027-01-01').get('2027-06-03')?.en, 'Martyrs’ Day');
  assert.equal(named('RW', '2027-01-01').get('2027-08-06')?.en, 'Umuganura');
  assert.equal(named('RW', '2025-01-01').get('2025-08-01')?.en, 'Umuganura');
  assert.equal(countryOf('Africa/Dar_es_Salaam'), 'TZ');
  assert.equal(countryOf('Africa/Nairobi'), 'KE');
});

test('in Kenya the day after a holiday on a Sunday is also a holiday', () => {
  const kenya = named('KE', '2027-01-01');
  assert.deepEqual(
    [kenya.get('2027-12-12')?.en, kenya.get('2027-12-13')?.en],
    ['Jamhuri Day', 'Jamhuri Day'],
  );
  assert.equal(kenya.get('2027-12-27')?.en, 'Boxing Day');
  assert.equal(named('TZ', '2027-01-01').get('2027-12-27'), undefined);
});

test('Islamic dates are marked as expected', () => {
  const tanzania = named('TZ', '2027-01-01');
  assert.deepEqual(tanzania.get('2027-03-09'), {
    date: '2027-03-09',
    isExpected: true,
    sw: 'Idd-ul-Fitr',
    en: 'Idd-ul-Fitr',
  });
  assert.equal(tanzania.get('2027-05-16')?.en, 'Idd-ul-Adha');
  assert.equal(tanzania.get('2027-12-25')?.isExpected, false);
  assert.deepEqual(
    [...named('KE', '2027-01-01').values()]
      .filter(({ isExpected }) => isExpected)
      .map(({ en }) => en),
    ['Idd-ul-Fitr', 'Idd-ul-Adha'],
  );
});
