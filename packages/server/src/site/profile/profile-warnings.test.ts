import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoProfile } from '../../cli/demo/demo-profile.ts';
import { readProfileInput } from './profile.ts';
import { languageWarnings } from './profile-warnings.ts';

const saved = (input: object) => readProfileInput(input as { readonly [field: string]: unknown });

describe('warnings about content', () => {
  const rows: readonly (readonly [string, object, RegExp | undefined])[] = [
    [
      'one question with two answers',
      {
        faqs: [
          { question: 'Mnafungua lini?', answer: 'Saa 2' },
          { question: 'mnafungua LINI', answer: 'Saa 3' },
        ],
      },
      /^faqs\[0\] and faqs\[1\] answer the same question differently: "mnafungua LINI"/,
    ],
    [
      'one question among the other wordings of another',
      {
        faqs: [
          { question: 'A?', answer: 'x', alternatives: ['B?'] },
          { question: 'b', answer: 'y' },
        ],
      },
      /^faqs\[0\] and faqs\[1\] answer/,
    ],
    [
      'one FAQ twice',
      {
        faqs: [
          { question: 'A?', answer: 'x' },
          { question: 'A', answer: 'X.' },
        ],
      },
      /^faqs\[1\] repeats faqs\[0\]\.$/,
    ],
    [
      'one fact twice',
      {
        facts: [
          { title: 'a', text: 'Same.' },
          { title: 'b', text: 'same' },
        ],
      },
      /^facts\[1\] repeats facts\[0\]\.$/,
    ],
    [
      'one item with two prices',
      {
        prices: [
          { item: 'Unga', price: 210, currency: 'KES' },
          { item: { sw: 'unga', en: 'Flour' }, price: 220, currency: 'KES' },
        ],
      },
      /^prices\[0\] and prices\[1\] name different prices of "unga"/,
    ],
    [
      'one item in two units',
      {
        prices: [
          { item: 'Unga', price: 210, currency: 'KES', unit: 'kg 2' },
          { item: 'Unga', price: 110, currency: 'KES', unit: 'kg 1' },
        ],
      },
      undefined,
    ],
    [
      'one item with two prices, one of them without a unit',
      {
        prices: [
          { item: 'Unga', price: 210, currency: 'KES', unit: 'kg 2' },
          { item: 'Unga', price: 110, currency: 'KES', note: 'Menu' },
        ],
      },
      /^prices\[0\] and prices\[1\] name different prices of "Unga"/,
    ],
    [
      'one item under two notes',
      {
        prices: [
          { item: 'Tea', price: 50, currency: 'KES', note: 'small' },
          { item: 'Tea', price: 80, currency: 'KES', note: 'large' },
        ],
      },
      undefined,
    ],
    [
      'one price twice',
      {
        prices: [
          { item: 'Unga', price: 210, currency: 'KES' },
          { item: 'Unga', price: 210, currency: 'KES' },
        ],
      },
      /^prices\[1\] repeats prices\[0\]\.$/,
    ],
    [
      'hours that overlap',
      {
        hours: [
          { days: ['mon'], open: '08:00', close: '12:00' },
          { days: ['mon', 'tue'], open: '11:00', close: '17:00' },
        ],
      },
      /^hours\[0\] and hours\[1\] overlap on mon\.$/,
    ],
    [
      'a break at noon',
      {
        hours: [
          { days: ['mon'], open: '08:00', close: '12:00' },
          { days: ['mon'], open: '13:00', close: '17:00' },
        ],
      },
      undefined,
    ],
    [
      'a night',
      { hours: [{ days: ['fri'], open: '18:00', close: '02:00' }] },
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
  const guess = (text: string) =>
    /habari/i.test(text) ? 'sw' : /hello/i.test(text) ? 'en' : undefined;
  const warningsOf = (input: object) => languageWarnings(saved(input).profile, guess);
  const silent = (name: string) =>
    `None of the approved information is in ${name}, a language of this site.`;
  const fact = (text: unknown, language?: string) => ({ text, language });

  const rows: readonly (readonly [string, object, readonly string[]])[] = [
    ['nothing is said yet', {}, []],
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
      'all entries in one, as it seems',
      { about: 'Hello you', faqs: [{ question: 'a', answer: 'hello' }] },
      [silent('Swahili')],
    ],
    [
      'entries of both, as it seems',
      { about: 'Hello', documents: [{ title: 'x', text: 'Habari' }] },
      [],
    ],
    ['an entry of which nobody can tell', { facts: [fact('KES 5')] }, []],
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
