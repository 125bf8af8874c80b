import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceOf, withReadPrice } from './price-text.ts';

const read = (price: string) => {
  const { price: number, note } = withReadPrice({ id: 'p', item: 'Cake', price, currency: 'KES' });
  return note === undefined ? number : [number, note];
};

test('a price becomes a number, in every common spelling', () => {
  for (const text of ['1800', '1,800', '1800/=', '1 800/-', 'Ksh 1,800', 'KES1800', '1800 bob'])
    assert.equal(read(text), 1800, text);
  assert.deepEqual(['1,200.50', 'KSh 90', '20 000', 'from 5', 'free'].map(priceOf), [
    1_200.5,
    90,
    20_000,
    undefined,
    undefined,
  ]);
});

test('an amount in words becomes a number', () => {
  for (const text of ['mia nne', 'KES mia nne', 'four hundred'])
    assert.equal(read(text), 400, text);
  assert.equal(read('elfu mbili na nusu'), 'elfu mbili na nusu');
});

test('a starting price gets a note in both languages, and other texts stay as they are', () => {
  const note = { sw: 'bei ya kuanzia', en: 'starting price' };
  for (const text of ['from 8,000', 'Kuanzia 8000/=', '8,000+', 'From Ksh 8,000'])
    assert.deepEqual(read(text), [8000, note], text);
  assert.equal(read(' 500–800 '), '500–800');
  assert.equal(read('from you'), 'from you');
});

test('a starting price with a note of its own stays one', () => {
  const cake = { id: 'p', item: 'Cake', currency: 'KES', note: 'Order two days before' };
  assert.deepEqual(withReadPrice({ ...cake, price: 'from 2,500' }), {
    ...cake,
    price: 'from 2,500',
  });
  assert.deepEqual(withReadPrice({ ...cake, price: '2,500/=' }), { ...cake, price: 2_500 });
});
