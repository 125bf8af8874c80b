import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount, readPricedLine } from './price-text.ts';

const amounts: readonly (readonly [string, number | string, string, string])[] = [
  ['1,200', 1200, '', ''],
  ['1 200', 1200, '', ''],
  ['3.500', 3500, '', ''],
  ['1.234,50', 1234.5, '', ''],
  ['12.5', 12.5, '', ''],
  ['KES 1,200', 1200, 'KES', ''],
  ['Ksh. 50/=', 50, 'KES', ''],
  ['350/-', 350, '', ''],
  ['TSh 25,000', 25000, 'TZS', ''],
  ['$12.50', 12.5, 'USD', ''],
  ['€ 9', 9, 'EUR', ''],
  ['UGX 5000 per kg', 5000, 'UGX', 'kg'],
  ['KES 500/night', 500, 'KES', 'night'],
  ['KES 500 - 800', '500 - 800', 'KES', ''],
  ['KES mia nne', 400, 'KES', ''],
  ['elfu mbili mia tano', 2500, '', ''],
  ['two thousand', 2000, '', ''],
  ['Free', 'Free', '', ''],
  ['Bure', 'Bure', '', ''],
];
for (const [text, price, currency, unit] of amounts)
  test(`“${text}” is an amount`, () => {
    assert.deepEqual(readAmount(text), { price, currency, unit });
  });

for (const text of [
  '',
  'Tea',
  '07:30',
  '0722 123 456 789 000',
  '12/11/2026',
  '5 pieces',
  'one',
  'elfu mbili na nusu',
  'KES',
  '-5',
])
  test(`“${text}” is not an amount`, () => {
    assert.equal(readAmount(text), undefined);
  });

test('lines of a price list are distinguished from sentences', () => {
  assert.deepEqual(readPricedLine('Chapati ........ 20'), {
    item: 'Chapati',
    price: 20,
    currency: '',
    unit: '',
  });
  assert.equal(readPricedLine('Tea – KSh 50')?.price, 50);
  assert.equal(readPricedLine('Beef stew 350/=')?.item, 'Beef stew');
  assert.equal(readPricedLine('Room: 40', true)?.price, 40);
  assert.equal(readPricedLine('Room: 40'), undefined);
  assert.equal(readPricedLine('Established: 1998'), undefined);
  const sentence =
    'Children who come with both of their parents to the garden on a Sunday pay only KES 50';
  assert.equal(readPricedLine(sentence), undefined);
});
