import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBusiness } from '../../../test/fixtures/amani-shop.ts';
import { fieldPassages } from './field-passages.ts';

test('fields are written out in the form that the reader was trained on', () => {
  const texts = fieldPassages(
    {
      ...emptyBusiness,
      phone: '0700 000 111',
      email: 'duka@example.org',
      address: 'Moi Avenue, Nakuru',
      hours: [
        { days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:30' },
        { days: ['sat'], open: '09:00', close: '13:00' },
      ],
      closed: [{ date: '2026-12-25' }],
      prices: [
        { item: 'Unga wa mahindi, pakiti ya kilo 2', price: 210, currency: 'KES' },
        { item: { sw: 'Keki', en: 'Cake' }, price: 1_234_500.5, currency: 'TZS', unit: 'each' },
        { item: 'Ushauri', price: 'bure', currency: 'KES', note: 'Jumatatu' },
      ],
    },
    true,
  ).map(({ title, text }) => `${title} | ${text}`);
  assert.deepEqual(texts, [
    'Saa za kufungua na kufunga. Opening hours. | Jumatatu Monday, Jumanne Tuesday, Jumatano Wednesday, ' +
      'Alhamisi Thursday, Ijumaa Friday 08:00-17:30; Jumamosi Saturday 09:00-13:00; ' +
      'Jumapili Sunday imefungwa closed; imefungwa closed 25 Desemba December 2026',
    'Bei. Price. | Unga wa mahindi, pakiti ya kilo 2: KES 210',
    'Bei. Price. | Keki / Cake: TZS 1,234,500.5 each',
    'Bei. Price. | Ushauri: bure (Jumatatu)',
    'Mawasiliano na mahali. Contact and place. | phone 0700 000 111; email duka@example.org; Moi Avenue, Nakuru',
    ' | Salamu, asante, kwaheri, wewe ni nani. Greeting, thanks, goodbye, who are you.',
  ]);
});

test('a site without information has no passages', () => {
  assert.deepEqual(fieldPassages(emptyBusiness, false), []);
  assert.equal(fieldPassages(emptyBusiness, true).length, 1);
});
