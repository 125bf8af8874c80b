import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPaste, readPasted } from './pasted.ts';

test('a header names the columns, in any order and in both languages', () => {
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

test('a Swahili and an English column become one item in both languages', () => {
  const { rows } = readPasted('Kiswahili\tEnglish\tPrice\nMkate\tBread\t65', 'KES');
  assert.deepEqual(rows[0]?.item, { sw: 'Mkate', en: 'Bread' });
});

test('without a header, the column of numbers is the price', () => {
  const { rows } = readPasted('Haircut\tKES\t300\tadult\nShave\tKES\t150/=\tadult', 'KES');
  assert.deepEqual(
    rows.map(({ item, price, currency, unit }) => [item, price, currency, unit]),
    [
      ['Haircut', 300, 'KES', 'adult'],
      ['Shave', 150, 'KES', 'adult'],
    ],
  );
});

test('a shorter name matches the only item that has all its words; an ambiguous name is added', () => {
  const cement = { id: 'p1', item: 'Simenti ya Bamburi (50kg)', price: 850, currency: 'KES' };
  const thin = { id: 'p2', item: 'Nondo 10mm', price: 700, currency: 'KES' };
  const thick = { id: 'p3', item: 'Nondo 12 mm', price: 950, currency: 'KES' };
  const pasted = readPasted('Simenti\t870\nnondo 12mm\t990\nNondo\t1', 'KES');
  const plan = planPaste(pasted, [cement, thin, thick]);
  assert.deepEqual(
    plan.changed.map(({ before, after }) => [before.id, after.item, after.price]),
    [
      ['p1', cement.item, 870],
      ['p3', thick.item, 990],
    ],
  );
  assert.deepEqual(
    plan.added.map(({ item }) => item),
    ['Nondo'],
  );
});

test('an existing item is changed, not added twice, even when it is pasted twice', () => {
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

test('another word order, another case, an added unit or an amount in words still match the same item', () => {
  const flour = { id: 'p1', item: 'Unga wa ngano', price: 180, currency: 'KES' };
  const cement = { id: 'p2', item: 'Simenti', price: 850, currency: 'KES' };
  const pasted = readPasted('NGANO unga\tmia mbili\nsimenti kwa mfuko\t870', 'KES');
  const plan = planPaste(pasted, [flour, cement]);
  assert.deepEqual(
    plan.changed.map(({ before, after }) => [before.id, after.price]),
    [
      ['p1', 200],
      ['p2', 870],
    ],
  );
  assert.deepEqual([plan.added, plan.alike], [[], []]);
});

test('an added price with a similar name gets a warning, and another size does not change the existing price', () => {
  const rod = { id: 'p1', item: 'Nondo', price: 700, currency: 'KES' };
  const plan = planPaste(readPasted('Nondo 12mm\t990\nKoleo\t450', 'KES'), [rod]);
  assert.deepEqual(plan.changed, []);
  assert.deepEqual(
    plan.alike.map(({ added, other }) => [added.item, other.item]),
    [['Nondo 12mm', 'Nondo']],
  );
});
