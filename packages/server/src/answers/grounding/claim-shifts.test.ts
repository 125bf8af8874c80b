import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGrounding } from './grounding.ts';

const says = (language: 'sw' | 'en', text: string, sentence: string) =>
  createGrounding({
    language,
    builtIn: text,
    names: [],
    passages: [{ kind: 'fact', title: '', text, language }],
  }).check(sentence).kind === 'said';

describe('approved words in other words, or in another order', () => {
  for (const [language, told, said] of [
    ['en', 'Drinks are sold at the gate until 6 pm.', 'You can buy drinks at the gate until 6 pm.'],
    ['en', 'No deposit is needed for small rooms.', 'You don’t need a deposit for small rooms.'],
    ['en', 'Lunch opens on 5 January 2027.', 'Lunch opens on January 5, 2027.'],
    [
      'en',
      'The guide costs USD 20; park fees are not included.',
      'The guide costs USD 20, excluding park fees.',
    ],
    ['en', 'The room is closed on public holidays.', 'The room isn’t open on public holidays.'],
    ['sw', 'Mizigo hadi kilo 20 ni bure.', 'Mizigo ya hadi kilo 20 hailipiwi.'],
    ['sw', 'Bidhaa zilizouzwa hazirudishwi.', 'Bidhaa zikishauzwa hazirudishwi.'],
    ['sw', 'Maziwa ni KSh 60 kwa lita.', 'Lita moja ya maziwa ni KSh 60.'],
  ] as const)
    test(`${told} → ${said}`, () => assert.ok(says(language, told, said)));
});

describe('approved words that say something else', () => {
  for (const [language, why, told, said] of [
    ['en', 'which of them', 'Late books cost KSh 10 a day.', 'Books cost KSh 10 a day.'],
    ['en', 'how much of it', 'Half of the price is paid at once.', 'The price is paid at once.'],
    [
      'en',
      'what only is said of',
      'Pets are welcome on the terrace only.',
      'Only pets are welcome on the terrace.',
    ],
    [
      'en',
      'what is in what',
      'The tasting is part of the tour.',
      'The tour is part of the tasting.',
    ],
    ['en', 'who does it', 'Transport is paid by the buyer.', 'We pay the buyer for transport.'],
    ['en', 'who is asked to', 'Back up your data first.', 'We back up your data first.'],
    ['en', 'who pays', 'The customer pays for transport.', 'We pay for transport.'],
    ['en', 'who is paid', 'Students pay the school in cash.', 'We pay students in cash.'],
    [
      'en',
      'which limit is whose',
      'A tour takes at most six guests and three guides.',
      'A tour takes six guests and at most three guides.',
    ],
    [
      'sw',
      'from where',
      'Basi la kwenda Arusha huondoka saa mbili asubuhi.',
      'Basi la kutoka Arusha huondoka saa mbili asubuhi.',
    ],
    ['sw', 'who pays', 'Mkufunzi hulipwa kando.', 'Mkufunzi hulipa kando.'],
    ['sw', 'who brings it', 'Wateja huleta kitambaa.', 'Tunaleta kitambaa.'],
    [
      'sw',
      'whether it is needed',
      'Mkopo huhitaji wadhamini wawili.',
      'Mkopo hauhitaji wadhamini wawili.',
    ],
    ['sw', 'on what condition', 'Samaki wakiisha, tunafunga mapema.', 'Tunafunga mapema.'],
    [
      'sw',
      'of what it comes',
      'Ziara haifanyiki wakati wa mvua kubwa na malipo hurudishwa.',
      'Malipo hurudishwa.',
    ],
  ] as const)
    test(`${why}: ${said}`, () => {
      assert.ok(says(language, told, told));
      assert.ok(!says(language, told, said));
    });
});
