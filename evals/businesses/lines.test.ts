import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContact } from './contact-line.ts';
import { readHours } from './hours-line.ts';
import { readPrice } from './price-line.ts';

test('regular hours become days with spans, and closed days become dates', () => {
  assert.deepEqual(
    readHours(
      'Sat-Mon 08:00-12:00 and 14:00-24:00; Tue, Wed closed; closed 2026-12-31 to 2027-01-01',
    ),
    {
      hours: [
        { days: ['sat', 'sun', 'mon'], open: '08:00', close: '12:00' },
        { days: ['sat', 'sun', 'mon'], open: '14:00', close: '00:00' },
      ],
      closed: [{ date: '2026-12-31' }, { date: '2027-01-01' }],
      rest: [],
    },
  );
  assert.deepEqual(readHours('every day 24 hours').hours, [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], open: '00:00', close: '00:00' },
  ]);
});

test('hours that a profile cannot express are kept unchanged', () => {
  const leak = readHours('Mon 08:00-12:00; leak line all day every day; Wed 17:00-19:00 (prayers)');
  assert.deepEqual(leak.rest, ['leak line all day every day', 'Wed 17:00-19:00 (prayers)']);
  assert.equal(leak.hours.length, 2);
  const office = readHours('office Mon 08:00-12:00; Tue closed');
  assert.deepEqual(office.hours, [{ days: ['mon'], open: '08:00', close: '12:00' }]);
  assert.deepEqual(office.rest, ['office Mon 08:00-12:00']);
});

test('hours of two places are not merged into one week', () => {
  const line = 'Office Mon-Fri 08:00-16:00; Sun closed; farm shop Mon-Sat 09:00-16:00';
  assert.deepEqual(readHours(line), { hours: [], closed: [], rest: line.split('; ') });
  const meetings = 'Mikutano: Jumapili ya kwanza ya kila mwezi 14:00-16:30; closed 2026-12-25';
  assert.deepEqual(readHours(meetings), { hours: [], closed: [], rest: meetings.split('; ') });
});

test('a price becomes currency, number and unit or note, or stays text', () => {
  const item = 'Kurasa';
  assert.deepEqual(readPrice(item, 'KES 1,210'), { item, price: 1210, currency: 'KES' });
  assert.deepEqual(readPrice(item, 'USD 2.50 per page'), {
    item,
    price: 2.5,
    currency: 'USD',
    unit: 'per page',
  });
  assert.deepEqual(readPrice(item, 'KES 700 refundable'), {
    item,
    price: 700,
    currency: 'KES',
    note: 'refundable',
  });
  for (const price of ['bure', 'from RWF 2,500', 'KES 200-300', 'KES 200 to 300', 'KES 200 - 300'])
    assert.deepEqual(readPrice(item, price), { item, price, currency: '' });
});

test('a contact line becomes the fields of a profile without losing a part', () => {
  assert.deepEqual(readContact('simu 0729 54; whatsapp; barua pepe a@b.example; Ukumbi, Nakuru'), {
    phone: '0729 54',
    whatsapp: '0729 54',
    email: 'a@b.example',
    address: 'Ukumbi, Nakuru',
    rest: [],
  });
  const other = readContact(
    'phone 0714 30; dharura 0714 31; whatsapp 0788 6; Posta, Embu; gate 2, Embu',
  );
  assert.equal(other.whatsapp, '0788 6');
  assert.deepEqual(other.rest, ['dharura 0714 31', 'gate 2, Embu']);
  assert.deepEqual(readContact('dial 100 free; whatsapp').rest, ['dial 100 free', 'whatsapp']);
});
