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
  ['60 bob', 60, '', ''],
  ['bob 20', 20, '', ''],
  ['@15', 15, '', ''],
  ['@ KES 15', 15, 'KES', ''],
  ['70/=', 70, '', ''],
  ['25/-', 25, '', ''],
  ['30 each', 30, '', 'each'],
  ['KES 20 kila moja', 20, 'KES', 'kila moja'],
];
for (const [text, price, currency, unit] of amounts)
  test(`“${text}” is an amount`, () => {
    assert.deepEqual(readAmount(text), { price, currency, unit });
  });

test('what stands beside an amount becomes its note', () => {
  assert.deepEqual(readAmount('30 each, 4 for 100'), {
    price: 30,
    currency: '',
    unit: 'each',
    note: '4 for 100',
  });
  assert.equal(readAmount('1,200, excluding delivery')?.note, 'excluding delivery');
});

for (const text of ['ask', 'Ask us', 'on request', 'Price on request', 'call', 'Uliza bei', 'POA'])
  test(`“${text}” is a price that is told on request`, () => {
    assert.deepEqual(readAmount(text), { currency: '', unit: '', note: text });
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

const lines: readonly (readonly [string, string, number | string])[] = [
  ['Buns 60 bob', 'Buns', 60],
  ['Chapati 25 bob', 'Chapati', 25],
  ['Chapati moja – bob 20', 'Chapati moja', 20],
  ['Mandazi @15', 'Mandazi', 15],
  ['White bread 400g - 65', 'White bread 400g', 65],
  ['Brown bread 70/=', 'Brown bread', 70],
  ['Queen cakes 30 each, 4 for 100', 'Queen cakes', 30],
  ['Wedding cake from 4500', 'Wedding cake', 'from 4500'],
];
for (const [line, item, price] of lines)
  test(`“${line}” is a line of a price list`, () => {
    const read = readPricedLine(line, true);
    assert.deepEqual([read?.item, read?.price], [item, price]);
  });

test('a line whose price is told on request has no price and a note', () => {
  const { item, price, note } = readPricedLine('Fondant cake – ask', true) ?? {};
  assert.deepEqual([item, price, note], ['Fondant cake', undefined, 'ask']);
  assert.equal(readPricedLine('Directions – ask'), undefined);
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
  assert.equal(
    readPricedLine('Yes, in South B. Delivery is 150 bob, free above 2,000.'),
    undefined,
  );
  assert.equal(readPricedLine('Yes, in South B. Delivery is 150 bob'), undefined);
});
