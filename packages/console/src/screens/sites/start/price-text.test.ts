import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenPrice } from './price-text.ts';

test('what is a number becomes one, however it is written', () => {
  for (const text of ['1800', '1,800', '1800/=', '1 800/-', 'Ksh 1,800', 'KES1800', '1800 bob'])
    assert.deepEqual(writtenPrice(text), { price: 1800 }, text);
  assert.deepEqual(writtenPrice('12.50'), { price: 12.5 });
});

test('a price to start from says so in both languages', () => {
  const note = { sw: 'bei ya kuanzia', en: 'starting price' };
  for (const text of ['from 8,000', 'Kuanzia 8000/=', '8,000+', 'From Ksh 8,000'])
    assert.deepEqual(writtenPrice(text), { price: 8000, note }, text);
});

test('anything else stays as it was written', () => {
  assert.deepEqual(writtenPrice(' 500–800 '), { price: '500–800' });
  assert.deepEqual(writtenPrice('from you'), { price: 'from you' });
});
