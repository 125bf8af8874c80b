import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/fixtures/fields-of.ts';
import { readTable } from './tables.ts';

const table = (...rows: readonly (readonly string[])[]) => ({
  kind: 'table' as const,
  rows,
  from: 'page 1',
});

test('a table of plain numbers stays text', () => {
  const { prices, lines } = readTable(
    table(['Year', 'Pupils', 'Teachers'], ['2024', '310', '14'], ['2025', '325', '15']),
    'Our school in numbers',
  );
  assert.deepEqual(prices, []);
  assert.deepEqual(fieldsOf(lines, 'text'), [
    '2024; Pupils: 310; Teachers: 14',
    '2025; Pupils: 325; Teachers: 15',
  ]);
});

test('a table below a heading about fees has prices, one for each column', () => {
  const { prices } = readTable(
    table(['No.', 'Class', 'Day', 'Boarding'], ['1', 'Form 1', '9,000', '21,000']),
    'School fees',
  );
  assert.deepEqual(fieldsOf(prices, 'item', 'price'), [
    ['Form 1 – Day', 9000],
    ['Form 1 – Boarding', 21000],
  ]);
});

test('column names are understood in Swahili and English, with a currency in brackets', () => {
  for (const [item, price] of [
    ['Bidhaa', 'Bei (KES)'],
    ['Product name', 'Unit price (KSh)'],
    ['Huduma', 'Gharama – KES'],
    ['Jina la bidhaa', 'BEI KWA KES'],
  ] as const)
    assert.deepEqual(
      readTable(table([item, price], ['Sabuni', '120']), '').prices.map(
        ({ item: thing, price: amount, currency }) => [thing, amount, currency],
      ),
      [['Sabuni', 120, 'KES']],
      price,
    );
});

test('rows without a price or an answer are reported', () => {
  const priced = readTable(table(['Item', 'Price'], ['Soap', '50'], ['Oil', 'soon']), '');
  assert.deepEqual(priced.unread, [{ text: 'Oil · soon', from: 'page 1' }]);
  const asked = readTable(table(['Question', 'Answer'], ['Why?', ''], ['How?', 'So.']), '');
  assert.deepEqual([asked.faqs.length, asked.unread.length], [1, 1]);
});

test('the prices of a small shop are read as she writes them', () => {
  const snacks = readTable(
    table(['Mandazi', '@15'], ['Queen cakes', '30 each, 4 for 100'], ['Chapati', '25/-']),
    'Snacks',
  );
  assert.deepEqual(fieldsOf(snacks.prices, 'item', 'price', 'unit', 'note'), [
    ['Mandazi', 15, '', ''],
    ['Queen cakes', 30, 'each', '4 for 100'],
    ['Chapati', 25, '', ''],
  ]);
  const cakes = readTable(table(['Cake', 'Price'], ['Vanilla', '1,200'], ['Fondant', 'ask']), '');
  assert.deepEqual(cakes.unread, []);
  assert.deepEqual(fieldsOf(cakes.prices, 'item', 'price', 'note'), [
    ['Vanilla', 1200, ''],
    ['Fondant', undefined, 'ask'],
  ]);
});
