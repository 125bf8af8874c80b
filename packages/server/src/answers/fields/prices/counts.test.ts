import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalOf } from './counts.ts';

const price = (item: string, unit?: string) => ({
  item,
  price: 100,
  currency: 'KES',
  ...(unit === undefined ? {} : { unit }),
});

const rows = [
  ['how much are 4 bags of cement', price('Cement bag 50 kg'), 'KES 400'],
  ['bei ya saruji mifuko mitano', price('Cement bag 50 kg'), 'KES 500'],
  ['3 packets of sugar 1 kg each', price('Sugar 1 kg packet'), 'KES 300'],
  ['how much are 50 samosas', price('Samosa'), 'KES 5,000'],
  ['bei ya kilo tatu za mchele', price('Mchele', 'kilo'), 'KES 300'],
  ['6 metres of hose', price('Hose pipe', 'per metre'), 'KES 600'],
  ['how much are 10 litres of oil', price('Oil', '5 litres'), undefined],
  ['how much is a 50 kg bag of cement', price('Cement bag 50 kg'), undefined],
  ['4 portraits', price('Portrait (half an hour)'), undefined],
  ['2 bags or 3 bags of cement', price('Cement bag 50 kg'), undefined],
  ['one bag of cement', price('Cement bag 50 kg'), undefined],
] as const;

for (const [question, listed, total] of rows)
  test(`${question}: ${total ?? 'no total'}`, () => {
    assert.equal(totalOf(listed, question)?.text, total);
  });
