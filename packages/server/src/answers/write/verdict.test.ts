import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutVerdict } from './verdict.ts';

describe('a yes or no at the start is left out, and what follows begins with a capital', () => {
  for (const [sentence, rest] of [
    ['Yes, within 10 km.', 'Within 10 km.'],
    ['Yes - within 10 km.', 'Within 10 km.'],
    ['Yes: daily', 'Daily'],
    ['Yes within Nairobi', 'Within Nairobi'],
    ['Yes and we also bake.', 'We also bake.'],
    ['YES WE DELIVER', 'WE DELIVER'],
    ['Yes, of course! Daily.', 'Daily.'],
    ['**Yes**, we deliver.', 'We deliver.'],
    ['✅ Yes 😊 within town', 'Within town'],
    ['Yes, we do, within 10 km.', 'Within 10 km.'],
    ['Yes, we do deliver cakes.', 'We do deliver cakes.'],
    ['Yeah – all day', 'All day'],
    ['No, not on Sundays.', 'Not on Sundays.'],
    ['No we don’t; sorry.', 'Sorry.'],
    ['Sure! Come in.', 'Come in.'],
    ['Of course we deliver.', 'We deliver.'],
    ['Certainly, by card.', 'By card.'],
    ['Ndiyo, tunafikisha.', 'Tunafikisha.'],
    ['Ndio! Tunafikisha.', 'Tunafikisha.'],
    ['Ndiyo tunafikisha.', 'Tunafikisha.'],
    ['Ndiyo na tunapika pia.', 'Tunapika pia.'],
    ['Hapana hatuuzi.', 'Hatuuzi.'],
    ['La, si Jumapili.', 'Si Jumapili.'],
    ['Naam: kila siku', 'Kila siku'],
    ['Bila shaka tunaleta.', 'Tunaleta.'],
  ] as const)
    test(sentence, () => assert.equal(withoutVerdict(sentence), rest));
});

describe('nothing is left of a sentence that says only yes or no', () => {
  for (const sentence of [
    'Yes.',
    'Ndiyo',
    'Hapana!',
    'Yes, we do.',
    'No, you cannot.',
    "No, it isn't.",
    'Ndiyo, zipo.',
    'Of course.',
    'Bila shaka!',
  ])
    test(sentence, () => assert.equal(withoutVerdict(sentence), ''));
});

describe('other words that are written the same stay', () => {
  for (const sentence of [
    'No parking here.',
    'No. 5 Moi Avenue',
    'No-show guests pay half.',
    'No refunds after 7 days.',
    'La kwanza ni hili.',
    'Hapana kuvuta sigara.',
    'Ndiyo maana tupo.',
    'Yesterday we closed.',
    'Absolutely no dogs.',
  ])
    test(sentence, () => assert.equal(withoutVerdict(sentence), sentence));
});
