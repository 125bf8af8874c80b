import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Business, Language } from '../answers.ts';
import { asked, shop } from '../sample.ts';
import { amountInWords, amountText } from './money.ts';
import { availabilityAnswer, priceAnswer } from './prices.ts';
import { questionOf } from './structured.ts';

interface Row {
  readonly question: string;
  readonly language: Language;
  readonly before?: string;
  readonly business?: Business;
  readonly has: readonly string[];
  readonly hasNot?: readonly string[];
}

const school: Business = {
  ...shop,
  prices: [
    {
      item: { sw: 'Karo ya Gredi 1 hadi 3', en: 'Fees Grade 1 to 3' },
      price: 31_000,
      currency: 'KES',
    },
    {
      item: { sw: 'Karo ya Gredi 4 hadi 6', en: 'Fees Grade 4 to 6' },
      price: 36_500,
      currency: 'KES',
    },
    { item: 'School bus zone A', price: 9_200, currency: 'KES' },
    { item: 'School bus zone B', price: 13_600, currency: 'KES' },
  ],
};

const rows: readonly Row[] = [
  {
    question: 'How much is rice?',
    language: 'en',
    has: ['Rice', 'KES 180 per kilo'],
    hasNot: ['150'],
  },
  { question: 'Bei ya sukari ni ngapi?', language: 'sw', has: ['Sukari', 'KES 150 kwa kilo'] },
  { question: 'mchele ni bei gani', language: 'sw', has: ['KES 180'] },
  {
    question: 'mafuta ya kupikia yanauzwa pesa ngapi',
    language: 'sw',
    has: ['KES 1,500 kwa lita 5'],
  },
  { question: 'sukari mnauzaje', language: 'sw', has: ['KES 150'] },
  { question: 'what does a kilo of sugar cost', language: 'en', has: ['KES 150'] },
  { question: 'price ya rice ni ngapi', language: 'sw', has: ['Mchele', '180'] },
  { question: 'how much is sukari', language: 'en', has: ['Sugar', '150'] },
  { question: 'how much is wheat flour', language: 'en', has: ['Unga wa ngano', 'KES 210 (2 kg)'] },
  { question: 'how much is the suger', language: 'en', has: ['150'] },
  { question: 'how mutch is cookin oil', language: 'en', has: ['1,500'] },
  { question: 'how much is 5kg rice', language: 'en', has: ['KES 180 per kilo'] },
  {
    question: 'niambie bei ya mchele na sukari',
    language: 'sw',
    has: ['180', '150'],
    hasNot: ['1,500'],
  },
  { question: 'nataka kuorder rice, price ni how much?', language: 'sw', has: ['180'] },
  { question: 'bei?', language: 'sw', has: ['180', '150', '4,900'] },
  { question: 'how much for 2 kilos of sugar', language: 'en', has: ['KES 150 per kilo'] },
  {
    question: 'how much is the 500 litre water tank',
    language: 'en',
    has: ['4,900'],
    hasNot: ['8,400'],
  },
  {
    question: 'tangi la lita mia tano ni bei gani',
    language: 'sw',
    has: ['4,900'],
    hasNot: ['8,400'],
  },
  {
    question: 'how much is a water tank',
    language: 'en',
    has: ['4,900', '8,400'],
    hasNot: ['180'],
  },
  {
    question: 'price list please',
    language: 'en',
    has: ['Rice: KES 180 per kilo', 'Water tank 1,000 litres: KES 8,400'],
  },
  { question: 'naomba bei zenu', language: 'sw', has: ['Mchele: KES 180 kwa kilo', 'Sukari'] },
  { question: 'which is the cheapest', language: 'en', has: ['Sugar', '150'] },
  { question: 'tangi la bei nafuu zaidi ni lipi', language: 'sw', has: ['4,900'], hasNot: ['150'] },
  {
    question: 'how much are the fees for grade 2',
    language: 'en',
    business: school,
    has: ['31,000'],
    hasNot: ['36,500'],
  },
  {
    question: 'karo ya gredi ya tano ni kiasi gani',
    language: 'sw',
    business: school,
    has: ['36,500'],
    hasNot: ['31,000'],
  },
  {
    question: 'how much is the bus for zone B',
    language: 'en',
    business: school,
    has: ['13,600'],
    hasNot: ['9,200'],
  },
  {
    question: 'what are your fees',
    language: 'en',
    business: school,
    has: ['31,000', '36,500'],
    hasNot: ['13,600'],
  },
  { question: 'how much?', language: 'en', before: 'Do you have rice?', has: ['180'] },
  { question: 'ni bei gani', language: 'sw', before: 'Mna sukari?', has: ['150'] },
  {
    question: 'and sugar?',
    language: 'en',
    before: 'How much is rice?',
    has: ['150'],
    hasNot: ['180'],
  },
  {
    question: 'and the 1,000 litre one?',
    language: 'en',
    before: 'How much is the 500 litre water tank?',
    has: ['8,400'],
    hasNot: ['4,900'],
  },
];

describe('prices', () => {
  for (const row of rows) {
    test(`${row.language}: ${row.question}${row.before ? ` (after: ${row.before})` : ''}`, () => {
      const text = said(row) ?? 'nothing';
      for (const part of row.has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of row.hasNot ?? [])
        assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
  }
});

const others: readonly (readonly [string, Language, string?])[] = [
  // Oil is sold by five litres, but nobody asked about oil.
  ['na ya lita tano?', 'sw', 'Unga wa ngano ni bei gani?'],
  ['how much is a kilo', 'en'],
  ['how much is the deposit for the Mombasa safari', 'en'],
  ['how much is rice delivery', 'en'],
  ['kupeleka mchele ni bei gani', 'sw'],
  ['how much is the 5,000 litre water tank', 'en'],
  ['na lita 700?', 'sw', 'Tangi la lita 500 ni bei gani?'],
  ['how much is bread', 'en'],
  ['sukari inauzwa siku gani', 'sw'],
  ['do you have rice?', 'en'],
  ['how many people work here', 'en'],
];

describe('what the price list does not hold', () => {
  for (const [question, language, before] of others) {
    test(`is left to the search: ${question}`, () => {
      assert.equal(said({ question, language, has: [], ...(before ? { before } : {}) }), undefined);
    });
  }
});

test('an item that is only asked for is answered by what it costs', () => {
  const available = (question: string, language: Language) => {
    const read = questionOf(shop, asked(question), language);
    return read && availabilityAnswer(read, 'whole')?.text;
  };
  assert.match(available('do you have rice?', 'en') ?? '', /KES 180/);
  assert.match(available('mna sukari?', 'sw') ?? '', /KES 150/);
  assert.match(available('do u sell cooking oil', 'en') ?? '', /KES 1,500/);
  assert.match(available('iko mchele?', 'sw') ?? '', /KES 180/);
  assert.equal(available('do you have bread?', 'en'), undefined);
  assert.equal(available('do you have rice for animals?', 'en'), undefined);
});

test('an amount is written as the owner gave it, and said in full', () => {
  const price = { item: 'x', price: 0, currency: 'KES' };
  assert.equal(amountText({ ...price, price: 1_234_567.5 }), 'KES 1,234,567.50');
  assert.equal(amountText({ ...price, price: '1500' }), 'KES 1,500');
  assert.equal(amountText({ ...price, price: '500–800' }), 'KES 500–800');
  assert.equal(amountText({ ...price, price: 'KES 700' }), 'KES 700');
  assert.equal(amountText({ ...price, price: 'Free' }), 'Free');
  assert.equal(amountText({ ...price, price: 20, currency: '$' }), '$20');
  assert.equal(amountInWords(1500, 'KES', 'sw'), 'shilingi elfu moja mia tano');
  assert.equal(amountInWords(1, 'TZS', 'en'), 'one shilling');
  assert.equal(amountInWords(98, 'USD', 'sw'), 'dola tisini na nane');
});

function said({ question, language, before, business = shop }: Row): string | undefined {
  const read = questionOf(business, asked(question, before ? { before } : {}), language);
  return read && priceAnswer(read)?.text;
}
