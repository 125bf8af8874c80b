import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allowsValue, valuesOf as readValues, type Value } from './values.ts';

const valuesOf = (text: string) =>
  readValues(text).values.map(({ kind, key, currency }) => [kind, currency + key]);

describe('one form for every notation', () => {
  for (const [one, other] of [
    ['KES 1,500', 'Ksh 1500'],
    ['elfu moja mia tano', '1,500'],
    ['one thousand five hundred', '1500'],
    ['08:00', '8 am'],
    ['8:00 a.m.', 'saa mbili asubuhi'],
    ['17:30', 'saa kumi na moja na nusu jioni'],
    ['half past five in the afternoon', '5:30 pm'],
    ['12 noon', 'noon'],
    ['5 to 6 pm', '5 pm to 6 pm'],
    ['Jumatatu', 'Mondays'],
    ['Machi', 'March'],
    ['0722 816 075', '0722-816-075'],
    ['siku kumi na nne', 'siku 14'],
    ['twenty-five', 'ishirini na tano'],
    ['Orders@Amani.example', 'orders@amani.example.'],
    ['dola 15', '15 USD'],
  ] as const)
    test(`${one} is ${other}`, () => {
      assert.ok(valuesOf(one).length > 0);
      assert.deepEqual(valuesOf(one), valuesOf(other));
    });
});

describe('what is not the same', () => {
  for (const [one, other] of [
    ['KES 500', 'TZS 500'],
    ['saa mbili asubuhi', 'saa mbili usiku'],
    ['8 am', '8 pm'],
    ['https://amani.example/a', 'https://amani.example/b'],
    ['Jumatatu', 'Jumanne'],
    ['1,500', '15,000'],
    ['miezi 18', 'miezi kumi na sita'],
  ] as const)
    test(`${one} is not ${other}`, () => assert.notDeepEqual(valuesOf(one), valuesOf(other)));
});

test('who says less is right, who says more is not', () => {
  const first = (text: string) => readValues(text).values[0] as Value;
  assert.ok(allowsValue(first('KES 500'), first('500')));
  assert.ok(allowsValue(first('KES 500'), first('shilingi 500')));
  assert.ok(!allowsValue(first('500'), first('KES 500')));
  assert.ok(!allowsValue(first('shilingi 500'), first('KES 500')));
  assert.ok(allowsValue(first('saa mbili asubuhi'), first('saa mbili')));
  assert.ok(!allowsValue(first('saa mbili'), first('saa mbili asubuhi')));
  assert.ok(!allowsValue(first('from 8 am'), first('until 8 am')));
});

test('words that only sound like numbers count nothing', () => {
  assert.deepEqual(valuesOf('Wasiliana nasi moja kwa moja.'), []);
  assert.deepEqual(valuesOf('Each one of them is a second home.'), []);
});
