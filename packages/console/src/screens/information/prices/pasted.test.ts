import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPaste, priceOf, readPasted } from './pasted.ts';

test('a sheet with a header is read by it, whatever the order and the language', () => {
  const { rows, unread } = readPasted(
    'Bei\tBidhaa\tKipimo\tMaelezo\n"1,200"\tMchele\tgunia\t"Mzuri,\nsafi"\n\tVinywaji\t\t\nKSh 65\tMkate\t\t',
    'TZS',
  );
  assert.deepEqual(
    rows.map(({ fields }) => fields),
    [
      { item: 'Mchele', price: 1_200, currency: 'TZS', unit: 'gunia', note: 'Mzuri,\nsafi' },
      { item: 'Mkate', price: 65, currency: 'KES' },
    ],
  );
  assert.deepEqual(unread, [{ row: 3, text: 'Vinywaji' }]);
});

test('both languages of an item are one item', () => {
  const { rows } = readPasted('Kiswahili\tEnglish\tPrice\nMkate\tBread\t65', 'KES');
  assert.deepEqual(rows[0]?.fields.item, { sw: 'Mkate', en: 'Bread' });
});

test('without a header the numbers are the price', () => {
  const { rows } = readPasted('Haircut\tKES\t300\tadult\nShave\tKES\t150/=\tadult', 'KES');
  assert.deepEqual(
    rows.map(({ fields }) => [fields.item, fields.price, fields.currency, fields.unit]),
    [
      ['Haircut', 300, 'KES', 'adult'],
      ['Shave', 150, 'KES', 'adult'],
    ],
  );
});

test('an item that is there is changed, not doubled, also when it is pasted twice', () => {
  const bread = { id: 'p1', item: { sw: 'Mkate', en: 'Bread' }, price: 65, currency: 'KES' };
  const milk = { id: 'p2', item: 'Milk', price: 60, currency: 'KES', unit: 'litre' };
  const pasted = readPasted('item\tprice\nbread\t70\nMilk\t60\nEggs\t15\neggs\t16', 'KES');
  const plan = planPaste(pasted, [bread, milk]);
  assert.deepEqual(plan.changed, [{ before: bread, after: { ...bread, price: 70 } }]);
  assert.equal(plan.same, 1);
  assert.deepEqual(
    plan.added.map(({ item, price }) => [item, price]),
    [['eggs', 16]],
  );
});

test('prices are read as people write them', () => {
  assert.deepEqual(['1,200.50', 'KSh 90', '150/=', '20 000', 'from 5', 'free'].map(priceOf), [
    1_200.5,
    90,
    150,
    20_000,
    undefined,
    undefined,
  ]);
});
