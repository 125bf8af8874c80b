import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { languageOf, withChosen } from './chosen.ts';

const profile = {
  hours: [{ days: ['mon', 'sat'], open: '08:00', close: '17:00' }],
  prices: [{ id: 'p', item: 'Bread', price: 65, currency: 'KES' }],
  facts: [],
  faqs: [],
  documents: [],
} as unknown as Profile;

test('chosen proposals are added to their lists, and adding them again changes nothing', () => {
  const chosen = [
    {
      id: 'n1',
      list: 'prices',
      from: 'row 2',
      entry: { item: 'Milk', price: 60, currency: 'KES' },
    },
    { id: 'n2', list: 'faqs', from: 'page 1', entry: { question: 'Q', answer: 'A' } },
  ] as const;
  const once = withChosen(profile, chosen);
  assert.equal(once.prices.length, 2);
  assert.deepEqual(once.faqs, [{ id: 'n2', question: 'Q', answer: 'A' }]);
  assert.deepEqual(withChosen(once, chosen), once);
});

test('a proposed price for an existing item changes that item, which keeps its id', () => {
  const entry = { item: 'bread', price: 70, currency: 'KES' };
  const next = withChosen(profile, [{ id: 'n', list: 'prices', from: 'row 2', entry }] as never);
  assert.deepEqual(next.prices, [{ id: 'p', item: 'Bread', price: 70, currency: 'KES' }]);
});

test('proposed hours replace only those of the same days', () => {
  const entry = { days: ['sat'], open: '09:00', close: '12:00' };
  const next = withChosen(profile, [{ id: 'h', list: 'hours', from: 'page 1', entry }] as never);
  assert.deepEqual(next.hours, [{ days: ['mon'], open: '08:00', close: '17:00' }, entry]);
});

test('fields are set in their language, numbers get their country, and prices without a currency the usual one', () => {
  const shop = { ...profile, prices: [], timezone: 'Africa/Dar_es_Salaam' } as unknown as Profile;
  const of = (id: string, list: string, entry: object) => ({ id, list, from: '/', entry });
  const next = withChosen(shop, [
    of('a', 'profile', { about: 'Tunauza chakula cha Pwani kila siku.' }),
    of('b', 'profile', { whatsapp: '0711 000 222' }),
    of('c', 'prices', { item: 'Pilau', price: 5_000, currency: '' }),
  ] as never);
  assert.deepEqual(next.about, { sw: 'Tunauza chakula cha Pwani kila siku.' });
  assert.equal(next.whatsapp, '+255711000222');
  assert.equal(next.prices[0]?.currency, 'TZS');
});

test('the language of a website is that of most of its texts', () => {
  const texts = ['sw', 'sw', 'en', undefined].map((language) => ({ entry: { language } }));
  assert.equal(languageOf(texts as never), 'sw');
  assert.equal(languageOf(texts.slice(1, 3) as never), undefined);
});
