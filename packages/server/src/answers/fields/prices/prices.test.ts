import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, shop } from '../../../../test/fixtures/amani-shop.ts';
import type { Business } from '../../knowledge.ts';
import { questionOf } from '../question.ts';
import { amountText } from './money.ts';
import { availabilityAnswer, listedVariants, priceAnswer } from './prices.ts';

interface More {
  readonly before?: string;
  readonly business?: Business;
  readonly hasNot?: readonly string[];
}

/** A question, what its answer has, and under which circumstances. */
type Row = readonly [Language, string, readonly string[], More?];

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

const solar: Business = {
  ...shop,
  prices: [
    {
      item: { sw: 'Paneli ya sola 100W', en: 'Solar panel 100W' },
      price: 120_000,
      currency: 'TZS',
    },
    {
      item: { sw: 'Paneli ya sola 200W', en: 'Solar panel 200W' },
      price: 230_000,
      currency: 'TZS',
    },
    {
      item: { sw: 'Betri ya sola 100Ah', en: 'Solar battery 100Ah' },
      price: 350_000,
      currency: 'TZS',
      note: { sw: 'pamoja na nyaya', en: 'cable included' },
    },
    { item: 'Inverter 1kVA', price: 390_000, currency: 'TZS' },
    {
      item: { sw: 'Taa ya nje', en: 'Outdoor light' },
      price: 45_000,
      currency: 'TZS',
      unit: { sw: 'kipande', en: 'piece' },
    },
    { item: { sw: 'Ushauri', en: 'Consultation' }, price: 0, currency: 'TZS' },
  ],
};

const studio: Business = {
  ...solar,
  prices: [{ item: 'Taster class', price: 45_000, currency: 'TZS', unit: 'person' }],
};

const samosas = { ...solar, prices: [{ item: 'Samosa', price: 30, currency: 'KES' }] };
const portraits = {
  ...solar,
  prices: [{ item: 'Portrait (half an hour)', price: 450, currency: 'BWP' }],
};

const hardware = {
  ...solar,
  prices: [
    { item: 'Sugar 1 kg packet', price: 180, currency: 'KES' },
    { item: 'Sugar 2 kg packet', price: 350, currency: 'KES' },
    { item: 'Cement bag 50 kg', price: 780, currency: 'KES' },
    { item: 'Nails', price: 200, currency: 'KES', unit: 'kg' },
    { item: 'Hose pipe', price: 120, currency: 'KES', unit: { en: 'per metre', sw: 'kwa mita' } },
  ],
};

const rows: readonly Row[] = [
  [
    'en',
    'how much are 3 packets of sugar 1 kg each',
    ['3 × KES 180 = KES 540.'],
    { business: hardware },
  ],
  ['en', 'how much are 4 bags of cement', ['4 × KES 780 = KES 3,120.'], { business: hardware }],
  ['en', '2 kg of nails price', ['2 × KES 200 = KES 400.'], { business: hardware }],
  ['en', 'how much is 3 metres of hose pipe', ['3 × KES 120 = KES 360.'], { business: hardware }],
  ['sw', 'sukari kilo moja ni bei gani', ['KES 180'], { business: hardware, hasNot: ['350'] }],
  [
    'en',
    'how much is the taster class for 4 people',
    ['4 × TZS 45,000 = TZS 180,000.'],
    { business: studio },
  ],
  ['en', 'how much are 50 samosas', ['50 × KES 30 = KES 1,500.'], { business: samosas }],
  ['en', 'how much for 4 portraits', ['450'], { business: portraits, hasNot: ['1,800'] }],
  [
    'en',
    'how much for 3 outdoor lights',
    ['Outdoor light is TZS 45,000 per piece. 3 × TZS 45,000 = TZS 135,000.'],
    { business: solar },
  ],
  [
    'sw',
    'bei ya taa tatu za nje',
    ['Bei ya taa ya nje ni TZS 45,000 kwa kipande. 3 × TZS 45,000 = TZS 135,000.'],
    { business: solar },
  ],
  ['en', 'how much are 2 panels', ['120,000', '230,000'], { business: solar, hasNot: ['350,000'] }],
  ['sw', 'bei ya inverter 1kva', ['Bei ya Inverter 1kVA ni'], { business: solar }],
  ['en', 'how much is consultation', ['Consultation: free.'], { business: solar }],
  ['en', 'Is consultation free?', ['Consultation: free.'], { business: solar }],
  ['sw', 'ushauri ni bei gani', ['Ushauri ni bure.'], { business: solar }],
  ['en', 'list all prices', ['Inverter', 'free'], { business: solar }],
  ['sw', 'bei za vitu vyote', ['Inverter', 'bure'], { business: solar }],
  ['en', 'how much is everything', ['Inverter'], { business: solar }],
  ['en', 'How much is rice?', ['Rice', 'KES 180 per kilo'], { hasNot: ['150'] }],
  ['sw', 'Bei ya sukari ni ngapi?', ['Bei ya sukari ni KES 150 kwa kilo.']],
  ['sw', 'mchele ni bei gani', ['KES 180']],
  ['sw', 'mafuta ya kupikia yanauzwa pesa ngapi', ['KES 1,500 kwa lita 5']],
  ['sw', 'sukari mnauzaje', ['KES 150']],
  ['en', 'what does a kilo of sugar cost', ['KES 150']],
  ['sw', 'price ya rice ni ngapi', ['mchele', '180']],
  ['en', 'how much is sukari', ['Sugar', '150']],
  ['en', 'how much is wheat flour', ['Unga wa ngano', 'KES 210 (2 kg)']],
  ['en', 'how much is the suger', ['150']],
  ['en', 'how mutch is cookin oil', ['1,500']],
  ['en', 'how much is 5kg rice', ['KES 180 per kilo']],
  ['sw', 'niambie bei ya mchele na sukari', ['180', '150'], { hasNot: ['1,500'] }],
  ['sw', 'nataka kuorder rice, price ni how much?', ['180']],
  ['sw', 'bei?', ['180', '150', '4,900']],
  ['en', 'how much for 2 kilos of sugar', ['KES 150 per kilo']],
  ['en', 'how much is the 500 litre water tank', ['4,900'], { hasNot: ['8,400'] }],
  ['sw', 'tangi la lita mia tano ni bei gani', ['4,900'], { hasNot: ['8,400'] }],
  ['en', 'how much is a water tank', ['4,900', '8,400'], { hasNot: ['180'] }],
  ['en', 'price list please', ['Rice: KES 180 per kilo', 'Water tank 1,000 litres: KES 8,400']],
  ['sw', 'naomba bei zenu', ['Mchele: KES 180 kwa kilo', 'Sukari']],
  ['en', 'which is the cheapest', ['Sugar', '150']],
  ['sw', 'tangi la bei nafuu zaidi ni lipi', ['4,900'], { hasNot: ['150'] }],
  ['en', 'how much are the fees for grade 2', ['31,000'], { business: school, hasNot: ['36,500'] }],
  [
    'sw',
    'karo ya gredi ya tano ni kiasi gani',
    ['36,500'],
    { business: school, hasNot: ['31,000'] },
  ],
  ['en', 'how much is the bus for zone B', ['13,600'], { business: school, hasNot: ['9,200'] }],
  ['en', 'what are your fees', ['31,000', '36,500'], { business: school, hasNot: ['13,600'] }],
  ['en', 'how much?', ['180'], { before: 'Do you have rice?' }],
  ['sw', 'ni bei gani', ['150'], { before: 'Mna sukari?' }],
  ['en', 'and sugar?', ['150'], { before: 'How much is rice?', hasNot: ['180'] }],
  [
    'en',
    'and the 1,000 litre one?',
    ['8,400'],
    { before: 'How much is the 500 litre water tank?', hasNot: ['4,900'] },
  ],
];

describe('prices', () => {
  for (const [language, question, has, more = {}] of rows)
    test(`${language}: ${question}${more.before ? ` (after: ${more.before})` : ''}`, () => {
      const text = answerTo(question, language, more) ?? 'nothing';
      for (const part of has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of more.hasNot ?? [])
        assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
});

const others: readonly (readonly [string, Language, (string | undefined)?, Business?])[] = [
  ['how much is the solar battery cable', 'en', undefined, solar],
  ['bei ya nyaya za betri', 'sw', undefined, solar],
  ['how much is a 500W panel', 'en', undefined, solar],
  ['bei ya inverter ya 5kVA', 'sw', undefined, solar],
  ['lipa namba ni ngapi', 'sw', undefined, solar],
  ['till number ni ngapi', 'sw', undefined, solar],
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

describe('a question that the price list does not answer', () => {
  for (const [question, language, before, business = shop] of others)
    test(`is left to the search: ${question}`, () => {
      const more = { business, ...(before ? { before } : {}) };
      assert.equal(answerTo(question, language, more), undefined);
    });
});

test('a visitor who wants to buy an item gets its price in every size', () => {
  const available = (question: string, before?: string) => {
    const read = questionOf({
      business: solar,
      ask: asked(question, before ? { before } : {}),
      language: 'en',
    });
    return read && availabilityAnswer(read)?.text;
  };
  for (const question of [
    'do you sell panels',
    'nataka kununua paneli',
    'I want to buy 2 panels',
    'panels',
  ])
    assert.match(available(question) ?? '', /120,000[\s\S]*230,000/, question);
  for (const question of ['mna betri?', 'betri', 'do you have batteries'])
    assert.match(available(question) ?? '', /350,000/, question);
  for (const question of [
    'do you have a panel warranty',
    'mna nyaya?',
    'do you sell fridges',
    'how many panels do you have',
    'leo mna betri mangapi',
    'outdoor',
  ])
    assert.equal(available(question), undefined, question);
  assert.equal(available('betri', 'How long is the warranty?'), undefined);
});

test('a price that is listed twice is answered once', () => {
  const chapati = { item: 'Chapati', price: 20, currency: 'KES' };
  const twice = { ...shop, prices: [chapati, { ...chapati, item: 'chapati' }] };
  const textOf = (business: Business) => {
    const read = questionOf({ business, ask: asked('How much is chapati?'), language: 'en' });
    return read && priceAnswer(read)?.text;
  };
  assert.equal(textOf(twice), 'Chapati is KES 20.');
  const three = { ...twice, prices: [...twice.prices, { ...chapati, price: 25 }] };
  assert.equal(textOf(three), 'Our prices:\n• Chapati: KES 20\n• Chapati: KES 25');
});

test('if the size in a question is not listed, the listed sizes of the item are named', () => {
  const variants = (question: string) => {
    const read = questionOf({ business: solar, ask: asked(question), language: 'en' });
    return read && listedVariants(read);
  };
  assert.deepEqual(variants('how much is a 5kVA inverter'), ['Inverter 1kVA']);
  assert.deepEqual(variants('bei ya paneli ya 500W'), ['Solar panel 100W', 'Solar panel 200W']);
  assert.deepEqual(variants('how much is a 5kVA generator'), []);
  assert.deepEqual(variants('how much is a generator'), []);
});

test('an age in months is not the same in years', () => {
  const business = {
    ...solar,
    prices: [
      { item: 'Mtoto wa miezi 6 hadi 18, kwa mwezi', price: 180_000, currency: 'TZS' },
      { item: 'Mtoto wa miaka 4 na 5, kwa mwezi', price: 120_000, currency: 'TZS' },
    ],
  };
  const answer = (question: string) => answerTo(question, 'sw', { business });
  assert.equal(answer('mtoto wa miezi minne kwa mwezi ni shilingi ngapi'), undefined);
  assert.match(answer('mtoto wa miaka minne kwa mwezi ni shilingi ngapi') ?? '', /120,000/);
  assert.match(answer('mtoto wa miezi sita kwa mwezi ni shilingi ngapi') ?? '', /180,000/);
});

test('a question whether an item is available is answered with its price', () => {
  const available = (question: string, language: Language) => {
    const read = questionOf({ business: shop, ask: asked(question), language });
    return read && availabilityAnswer(read)?.text;
  };
  assert.match(available('do you have rice?', 'en') ?? '', /KES 180/);
  assert.match(available('mna sukari?', 'sw') ?? '', /KES 150/);
  assert.match(available('do u sell cooking oil', 'en') ?? '', /KES 1,500/);
  assert.match(available('iko mchele?', 'sw') ?? '', /KES 180/);
  assert.equal(available('do you have bread?', 'en'), undefined);
  assert.equal(available('do you have rice for animals?', 'en'), undefined);
});

test('an amount gets commas and its currency if it has none; a price without digits stays as written', () => {
  const price = { item: 'x', price: 0, currency: 'KES' };
  assert.equal(amountText({ ...price, price: 1_234_567.5 }), 'KES 1,234,567.50');
  assert.equal(amountText({ ...price, price: '1500' }), 'KES 1,500');
  assert.equal(amountText({ ...price, price: '500–800' }), 'KES 500–800');
  assert.equal(amountText({ ...price, price: 'KES 700' }), 'KES 700');
  assert.equal(amountText({ ...price, price: 'Free' }), 'Free');
  assert.equal(amountText({ ...price, price: 20, currency: '$' }), '$20');
});

function answerTo(question: string, language: Language, more: More = {}): string | undefined {
  const { before, business = shop } = more;
  const ask = asked(question, before ? { before } : {});
  const read = questionOf({ business, ask, language });
  return read && priceAnswer(read)?.text;
}
