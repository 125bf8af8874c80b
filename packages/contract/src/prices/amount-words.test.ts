import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountFromWords, isPrice, namesAmount } from './amount-words.ts';

test('amounts in words are parsed in both languages', () => {
  const amounts = {
    'mia nne': 400,
    'KES mia nne': 400,
    Mia: 100,
    'elfu mbili mia tano': 2_500,
    'elfu moja mia mbili na hamsini': 1_250,
    'shilingi elfu kumi na tano tu': 15_000,
    'elfu kumi na mia tano': 10_500,
    'laki moja na elfu ishirini': 120_000,
    'milioni moja laki mbili': 1_200_000,
    hamsini: 50,
    'ishirini na tano': 25,
    'two thousand': 2_000,
    'Two thousand, five hundred shillings': 2_500,
    'four hundred and fifty': 450,
    'a thousand': 1_000,
    'fifteen hundred': 1_500,
    'twenty-five thousand': 25_000,
    'one million two hundred thousand': 1_200_000,
  };
  for (const [text, amount] of Object.entries(amounts))
    assert.equal(amountFromWords(text), amount, text);
});

test('words that are not an amount, or an ambiguous one, are refused', () => {
  for (const text of [
    '',
    'bure',
    'mia elfu',
    'elfu mia',
    'tano mbili',
    'mia nne hadi mia tano',
    'elfu mbili na nusu',
    'five two',
    'hundred hundred',
    'call us',
    'mia kumi na moja',
  ])
    assert.equal(amountFromWords(text), undefined, text);
  assert.deepEqual(['elfu mbili na nusu', 'bure', 'mia 4'].map(namesAmount), [true, false, false]);
});

test('an amount below zero, with an exponent or beyond reason is no price', () => {
  for (const price of [
    0,
    65,
    999_999_999_999,
    'from 500',
    '500-800',
    '500 - 800',
    'KES 1,200',
    'bure',
  ])
    assert.equal(isPrice(price), true, String(price));
  for (const price of [
    -5,
    1e20,
    '-5',
    '– 5',
    'KES -5',
    'KSh. −200',
    '1e9',
    '1.5E+09',
    '9999999999999',
  ])
    assert.equal(isPrice(price), false, String(price));
});
