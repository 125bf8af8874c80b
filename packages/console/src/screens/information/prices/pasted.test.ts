import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPaste, readPasted } from './pasted.ts';

test('a sheet with a header is read by it, whatever the order and the language', () => {
  const { rows, unread } = readPasted(
    'Bei\tBidhaa\tKipimo\tMaelezo\n"1,200"\tMchele\tgunia\t"Mzuri,\nsafi"\n\tVinywaji\t\t\nKSh 65\tMkate\t\t',
    'TZS',
  );
  assert.deepEqual(rows, [
    { item: 'Mchele', price: 1_200, currency: 'TZS', unit: 'gunia', note: 'Mzuri,\nsafi' },
    { item: 'Mkate', price: 65, currency: 'KES' },
  ]);
  assert.deepEqual(unread, [{ row: 3, text: 'Vinywaji' }]);
});

test('columns in both languages make one item', () => {
  const { rows } = readPasted('Kiswahili\tEnglish\tPrice\nMkate\tBread\t65', 'KES');
  assert.deepEqual(rows[0]?.item, { sw: 'Mkate', en: 'Bread' });
});

test('without a header the column of numbers is the price', () => {
  const { rows } = readPasted('Haircut\tKES\t300\tadult\nShave\tKES\t150/=\tadult', 'KES');
  assert.deepEqual(
    rows.map(({ item, price, currency, unit }) => [item, price, currency, unit]),
    [
      ['Haircut', 300, 'KES', 'adult'],
      ['Shave', 150, 'KES', 'adult'],
    ],
  );
});

test('an existing item is changed, not added twice, also when it is pasted twice', () => {
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
