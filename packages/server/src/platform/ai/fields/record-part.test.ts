import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@baraza/contract';
import { hiddenFields } from './hidden-fields.ts';
import { recordPart } from './record-part.ts';

const textsOf = (record: JsonObject) => {
  const { title, text, english } = recordPart(record);
  return { sw: [title, text], en: english ? [english.title, english.text] : [title, text] };
};

test('a thing with a price becomes a sentence in both languages', () => {
  const record = { name: 'Sukari', english: 'Sugar', unit: 'kg 1', priceKes: 165, inStock: 60 };
  assert.deepEqual(recordPart(record).price?.text, {
    sw: 'Bei ya sukari ni KES 165 kwa kilo.',
    en: 'Sugar is KES 165 per kg.',
  });
  // Apart from it: a question about the price is answered with the price only.
  assert.deepEqual(textsOf({ ...record, colour: 'white' }), {
    sw: ['Sukari', 'Sukari: rangi white.'],
    en: ['Sugar', 'Sugar: colour white.'],
  });
  assert.equal(textsOf(record).en[1], '', 'the stock is not shown');
});

const prices: readonly (readonly [JsonObject, string])[] = [
  [{ name: 'Kettle', price: 'KES 1,500' }, 'Kettle is KES 1,500.'],
  [{ name: 'Kettle', price: { amount: 1500, currency: 'USD' } }, 'Kettle is USD 1,500.'],
  [{ title: 'Room', pricePerNight: 4500, currency: 'KES' }, 'Room is KES 4,500 per night.'],
  [{ jina: 'Nyanya', bei_kwa_kilo: 80 }, 'Nyanya is 80 per kg.'],
  [{ name: { sw: 'Mayai', en: 'Eggs' }, bei: 450, unit: 'trei' }, 'Eggs are KES 450 per tray.'],
  [{ name: 'Entry', fee: 'free' }, 'Entry is free.'],
  [{ name: 'Milk', price: 65, unit: 'ml 500' }, 'Milk is 65 per 500 ml.'],
  [
    { name: 'Candles', price: 120, unit: 'pakiti ya 6', inStock: 0 },
    'Candles are 120 per packet of 6 (out of stock now).',
  ],
  [{ name: 'Card', priceKes: 100, unit: 'KES 100' }, 'Card is KES 100.'],
];
for (const [record, sentence] of prices)
  test(`a price in the fields ${Object.keys(record).join(', ')} is found`, () => {
    const given = 'bei' in record ? { ...record, currency: 'KES' } : record;
    assert.equal(recordPart(given).price?.text.en, sentence);
  });

for (const record of [
  { name: 'Kettle', costPrice: 900 },
  { name: 'Kettle', oldPrice: 900 },
  { name: 'Asha', age: 30 },
  { price: 900 },
  { name: 'Kettle', price: 'ask us' },
  { name: 'Kettle', price: -5 },
])
  test(`${JSON.stringify(record)} is not a price`, () => {
    assert.equal(recordPart(record).price, undefined);
  });

test('a record without a price is a sentence of its fields; a longer text stays its own', () => {
  const record = {
    name: 'Tawi la Kisumu',
    address: { city: 'Kisumu' },
    opens: '9:00',
    notes: 'Ring twice. Then wait.',
    cards: true,
  };
  assert.deepEqual(textsOf(record).en, [
    'Tawi la Kisumu',
    'Tawi la Kisumu: address city Kisumu, opens 9:00.\nNote: Ring twice. Then wait.\nTawi la Kisumu: cards yes.',
  ]);
  assert.match(textsOf(record).sw[1] ?? '', /anwani mji Kisumu, hufungua 9:00/);
});

test('a hidden field is taken out wherever its path leads, in lists too and in any case', () => {
  const hidden = hiddenFields({ hide: ['costPrice', 'supplier.phone', 'items.cost'] });
  const record = {
    name: 'Sugar',
    COSTPRICE: 120,
    supplier: { name: 'Mumias', phone: '0700' },
    items: [{ cost: 1, code: 'a' }],
    phone: '0711',
  };
  assert.deepEqual(hidden.removedFrom(record), {
    name: 'Sugar',
    supplier: { name: 'Mumias' },
    items: [{ code: 'a' }],
    phone: '0711',
  });
});

test('a question for a hidden price is distinguished from one for the visible price', () => {
  const hidden = hiddenFields({ hide: ['costPrice'] });
  for (const question of [
    'What is the cost price of sugar?',
    'Buying price of sugar?',
    'Bei ya kununulia sukari ni ngapi?',
  ])
    assert.ok(hidden.asksForHiddenPrice(question), question);
  for (const question of ['What is the price of sugar?', 'What does sugar cost?', 'Bei ya sukari?'])
    assert.ok(!hidden.asksForHiddenPrice(question), question);
});
