import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoProfile } from '../../server/demo/demo-profile.ts';
import { readProfileInput } from './profile.ts';
import { languageWarnings } from './profile-warnings.ts';

const saved = (input: object) => readProfileInput(input as { readonly [field: string]: unknown });

type Texts = readonly [question: string, answer: string, ...alternatives: string[]];
const faqs = (...given: readonly Texts[]) => ({
  faqs: given.map(([question, answer, ...alternatives]) => ({ question, answer, alternatives })),
});
const prices = (...offers: readonly object[]) => ({
  prices: offers.map((offer) => ({ item: 'Unga', currency: 'KES', ...offer })),
});
const hours = (...spans: readonly (readonly [days: string, open: string, close: string])[]) => ({
  hours: spans.map(([days, open, close]) => ({ days: days.split(' '), open, close })),
});

describe('warnings about content', () => {
  const rows: readonly (readonly [string, object, RegExp | undefined])[] = [
    [
      'one question with two answers',
      faqs(['Mnafungua lini?', 'Saa 2'], ['mnafungua LINI', 'Saa 3']),
      /^faqs\[0\] and faqs\[1\] answer the same question differently: "mnafungua LINI"/,
    ],
    [
      'one question among the other wordings of another',
      faqs(['A?', 'x', 'B?'], ['b', 'y']),
      /^faqs\[0\] and faqs\[1\] answer/,
    ],
    ['one FAQ twice', faqs(['A?', 'x'], ['A', 'X.']), /^faqs\[1\] repeats faqs\[0\]\.$/],
    ['one fact twice', { facts: ['Same.', 'same'] }, /^facts\[1\] repeats facts\[0\]\.$/],
    [
      'one item with two prices',
      prices({ price: 210 }, { item: { sw: 'unga', en: 'Flour' }, price: 220 }),
      /^prices\[0\] and prices\[1\] name different prices of "unga"/,
    ],
    [
      'one item with its words in two orders',
      prices({ item: 'Unga wa ngano', price: 210 }, { item: 'NGANO, unga wa', price: 220 }),
      /^prices\[0\] and prices\[1\] name different prices of "NGANO, unga wa"/,
    ],
    [
      'one item in two units',
      prices({ price: 210, unit: 'kg 2' }, { price: 110, unit: 'kg 1' }),
      undefined,
    ],
    [
      'one item with two prices, one of them without a unit',
      prices({ price: 210, unit: 'kg 2' }, { price: 110, note: 'Menu' }),
      /^prices\[0\] and prices\[1\] name different prices of "Unga"/,
    ],
    [
      'one item under two notes',
      prices({ price: 50, note: 'small' }, { price: 80, note: 'large' }),
      undefined,
    ],
    [
      'one price twice',
      prices({ price: 210 }, { price: 210 }),
      /^prices\[1\] repeats prices\[0\]\.$/,
    ],
    [
      'hours that overlap',
      hours(['mon', '08:00', '12:00'], ['mon tue', '11:00', '17:00']),
      /^hours\[0\] and hours\[1\] overlap on mon\.$/,
    ],
    ['a break at noon', hours(['mon', '08:00', '12:00'], ['mon', '13:00', '17:00']), undefined],
    [
      'a night',
      hours(['fri', '18:00', '02:00']),
      /^hours\[0\] closes at 02:00, on the day after it opens\.$/,
    ],
  ];
  for (const [name, input, has] of rows)
    test(`${name}: ${has === undefined ? 'no warning' : 'a warning'}`, () => {
      const { warnings } = saved(input);
      if (has === undefined) assert.deepEqual(warnings, []);
      else
        assert.ok(
          warnings.some((text) => has.test(text)),
          JSON.stringify(warnings),
        );
    });

  test('the demo profile has no warnings', () => {
    assert.deepEqual(saved(demoProfile).warnings, []);
  });
});

describe('warnings about languages', () => {
  const warningsOf = (input: object) => languageWarnings(saved(input).profile);
  const english = 'We are open every day of the week.';
  const swahili = 'Tunafungua kila siku ya wiki.';
  const silent = (name: string) =>
    `None of the approved information is in ${name}, a language of this site.`;
  const fact = (text: unknown, language?: string) => ({ text, language });

  const rows: readonly (readonly [string, object, readonly string[]])[] = [
    ['an empty profile', {}, []],
    [
      'a greeting in one',
      { greeting: { sw: 'Habari' } },
      ['There is no English text for greeting.'],
    ],
    ['a greeting in one, on a site of one', { languages: ['sw'], greeting: { sw: 'Habari' } }, []],
    [
      'an entry in one',
      { facts: [fact({ sw: 'a', en: 'b' }), fact({ en: 'c' })] },
      ['There is no Swahili text for facts[1].'],
    ],
    [
      'all entries declared as one',
      { facts: [fact('a', 'en'), fact('b', 'en')] },
      [silent('Swahili')],
    ],
    ['entries of both, each on its own', { facts: [fact('a', 'en'), fact('b', 'sw')] }, []],
    [
      'all entries in one, as detected',
      { about: english, faqs: [{ question: 'a', answer: english }] },
      [silent('Swahili')],
    ],
    [
      'entries of both, as detected',
      { about: english, documents: [{ title: 'x', text: swahili }] },
      [],
    ],
    ['an entry of unknown language', { facts: [fact('KES 5')] }, []],
    [
      'many in one',
      { facts: Array.from({ length: 9 }, (_, n) => fact({ en: `x ${n}` })) },
      [
        'There is no Swahili text for facts[0], facts[1], facts[2], facts[3], facts[4] and 4 more.',
        silent('Swahili'),
      ],
    ],
  ];
  for (const [name, input, warnings] of rows)
    test(name, () => assert.deepEqual(warningsOf(input), warnings));

  test('the demo profile is complete in both languages', () =>
    assert.deepEqual(warningsOf(demoProfile), []));
});
