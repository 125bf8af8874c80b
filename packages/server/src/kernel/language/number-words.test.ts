import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  digitsForWords,
  digitsInWords,
  numberFromWords,
  numberInWords,
  yearInWords,
} from './number-words.ts';

const numbers: readonly (readonly [number, string, string])[] = [
  [0, 'sifuri', 'zero'],
  [7, 'saba', 'seven'],
  [10, 'kumi', 'ten'],
  [11, 'kumi na moja', 'eleven'],
  [20, 'ishirini', 'twenty'],
  [45, 'arobaini na tano', 'forty-five'],
  [99, 'tisini na tisa', 'ninety-nine'],
  [100, 'mia moja', 'one hundred'],
  [105, 'mia moja na tano', 'one hundred and five'],
  [250, 'mia mbili na hamsini', 'two hundred and fifty'],
  [255, 'mia mbili hamsini na tano', 'two hundred and fifty-five'],
  [1000, 'elfu moja', 'one thousand'],
  [1500, 'elfu moja mia tano', 'one thousand five hundred'],
  [1001, 'elfu moja na moja', 'one thousand and one'],
  [12_750, 'elfu kumi na mbili mia saba na hamsini', 'twelve thousand seven hundred and fifty'],
  [100_000, 'laki moja', 'one hundred thousand'],
  [150_000, 'laki moja na elfu hamsini', 'one hundred and fifty thousand'],
  [2_000_000, 'milioni mbili', 'two million'],
  [2.5, 'mbili nukta tano', 'two point five'],
  [-3, 'hasi tatu', 'minus three'],
];

for (const [value, sw, en] of numbers) {
  test(`${value} in words is ${sw}, ${en}`, () => {
    assert.equal(numberInWords(value, 'sw'), sw);
    assert.equal(numberInWords(value, 'en'), en);
  });
}

test('a telephone number is read digit by digit, in groups', () => {
  assert.equal(digitsInWords('0722 418', 'sw'), 'sifuri saba mbili mbili, nne moja nane');
  assert.equal(digitsInWords('+254-20', 'en'), 'two five four, two zero');
});

test('a year is read in two halves in English', () => {
  assert.equal(yearInWords(1995, 'en'), 'nineteen ninety-five');
  assert.equal(yearInWords(1905, 'en'), 'nineteen oh five');
  assert.equal(yearInWords(2026, 'en'), 'twenty twenty-six');
  assert.equal(yearInWords(1998, 'sw'), 'elfu moja mia tisa tisini na nane');
});

const read: readonly (readonly [string, number | undefined, number?])[] = [
  ['mbili asubuhi', 2, 1],
  ['kumi na moja jioni', 11, 3],
  ['kumi na nusu', 10, 1],
  ['ishirini na tano', 25, 3],
  ['twenty five', 25, 2],
  ['watatu', 3, 1],
  ['viwili', 2, 1],
  ['14', 14, 1],
  ['ngapi', undefined],
];
for (const [words, value, used] of read) {
  test(`"${words}" is read as ${value}`, () => {
    assert.deepEqual(
      numberFromWords(words.split(' ')),
      value === undefined ? undefined : { value, used },
    );
  });
}

test('large numbers in words become digits, small ones stay', () => {
  assert.equal(
    digitsForWords('tangi la lita mia tano ni bei gani'),
    'tangi la lita 500 ni bei gani',
  );
  assert.equal(digitsForWords('elfu moja mia mbili hamsini na tano'), '1255');
  assert.equal(digitsForWords('two thousand three hundred litres'), '2300 litres');
  assert.equal(digitsForWords('watu wawili kwa mia'), 'watu wawili kwa 100');
});
