import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { spoken } from './aloud.ts';
import { numbersSpoken } from './numbers.ts';

const rows: readonly (readonly [Language, string, string])[] = [
  ['sw', 'Bei ni KES 1,500.', 'Bei ni shilingi elfu moja mia tano.'],
  ['en', 'It costs KSh 1,500.', 'It costs one thousand five hundred shillings.'],
  ['en', 'It costs TZS 1.', 'It costs one shilling.'],
  ['sw', 'Ni USD 98.', 'Ni dola tisini na nane.'],
  ['en', 'It costs $20 per night.', 'It costs twenty dollars per night.'],
  ['en', 'From KES 500–800.', 'From five hundred to eight hundred shillings.'],
  ['sw', 'Ni 250/= tu.', 'Ni shilingi mia mbili na hamsini tu.'],
  ['en', 'We give 10% off.', 'We give ten percent off.'],
  ['sw', 'Tunapunguza 10%.', 'Tunapunguza asilimia kumi.'],
  ['en', 'Call 0722 418 306.', 'Call zero seven two two, four one eight, three zero six.'],
  [
    'sw',
    'Piga +254700111222.',
    'Piga jumlisha mbili tano nne, saba sifuri sifuri, moja moja moja, mbili mbili mbili.',
  ],
  [
    'en',
    'Paybill 522522, account 1234.',
    'Paybill five two two five two two, account one two three four.',
  ],
  [
    'en',
    'We open at 08:00 and close at 5:30 pm.',
    'We open at eight in the morning and close at half past five in the evening.',
  ],
  ['sw', 'Tunafungua 08:00.', 'Tunafungua saa mbili asubuhi.'],
  ['sw', 'Njoo saa 2:30 asubuhi.', 'Njoo saa mbili na nusu asubuhi.'],
  ['en', 'Founded in 1998.', 'Founded in nineteen ninety-eight.'],
  ['en', 'Closed on 2026-12-25.', 'Closed on the twenty-fifth of December twenty twenty-six.'],
  ['en', 'On the 3rd floor.', 'On the third floor.'],
  ['en', 'Ages 5-11.', 'Ages five to eleven.'],
  ['sw', 'Kila darasa lina wanafunzi 28.', 'Kila darasa lina wanafunzi ishirini na wanane.'],
  ['en', 'It takes 2.5 hours.', 'It takes two point five hours.'],
  ['en', 'Paper A4.', 'Paper A four.'],
  ['sw', 'Paneli ya 100W.', 'Paneli ya wati mia moja.'],
  ['en', 'A 100W panel.', 'A one hundred watt panel.'],
  ['sw', 'Inverter 1kVA.', 'Inverter moja kVA.'],
  ['en', 'Inverter 1.5kVA.', 'Inverter one point five kVA.'],
  ['sw', 'Unga wa 2kg.', 'Unga wa kilo mbili.'],
  ['en', 'Rice, 1kg or 5-10 kg.', 'Rice, one kilo or five to ten kilos.'],
  ['sw', 'Betri ya 100Ah.', 'Betri ya mia moja Ah.'],
  ['sw', 'Tangi la 1,000L.', 'Tangi la lita elfu moja.'],
  ['en', 'A 5L can.', 'A five litre can.'],
  ['en', 'A 4K screen and 5G.', 'A four K screen and five G.'],
  ['en', 'From TZS 20k.', 'From twenty thousand shillings.'],
  [
    'sw',
    'Lipa namba ni 5521900 kwa TZS 20000.',
    'Lipa namba ni tano tano mbili moja tisa sifuri sifuri kwa shilingi elfu ishirini.',
  ],
  ['en', 'Our till number is 55219.', 'Our till number is five five two one nine.'],
  ['en', 'Account NMB 20110 only.', 'Account NMB two zero one one zero only.'],
  ['en', 'A number of 20000 seeds.', 'A number of twenty thousand seeds.'],
  ['en', 'Account opening fee 20000.', 'Account opening fee twenty thousand.'],
  ['sw', 'Lipa 50000 kila mwezi.', 'Lipa elfu hamsini kila mwezi.'],
];

describe('numbers in words', () => {
  for (const [language, text, expected] of rows)
    test(`${language}: ${text}`, () => assert.equal(numbersSpoken(text, language), expected));
});

test('a spoken answer has two sentences, no list and no link', () => {
  const text =
    'We sell:\n- tea\n- coffee\nSee https://amani.example/menu for more. Come in. And again.';
  assert.equal(spoken(text, 'en'), 'We sell: tea, coffee. See for more.');
  assert.equal(spoken('Write to info@amani.example.', 'en'), 'Write to info at amani dot example.');
  assert.equal(spoken('Visit [our menu](https://amani.example/m).', 'en'), 'Visit our menu.');
});

test('brackets become pauses', () => {
  assert.equal(
    spoken('Tomorrow (Tuesday) we open. Pay by M-Pesa (paybill), cash or card (Visa).', 'en'),
    'Tomorrow, Tuesday, we open. Pay by M-Pesa, paybill, cash or card, Visa.',
  );
});

test('no digit is left, whatever the text', () => {
  const text = 'B12, 7/8, 3x4, 00100, 1.2.3, 12:75, 99999999999999999, 4K, #5';
  assert.doesNotMatch(spoken(text, 'sw'), /\d/);
});
