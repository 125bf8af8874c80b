import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { answerByOverlap } from '../../../test/fakes/overlap-reader.ts';
import { asked, entry, shop } from '../../../test/fixtures/amani-shop.ts';
import { answer, prepare } from '../answers.ts';
import type { Entry } from '../knowledge.ts';

const entries: readonly Entry[] = [
  entry(
    'delivery',
    'faq',
    'Do you deliver?',
    'Yes. We deliver within Kisumu in 24 hours. It costs KES 200.',
    { language: 'en' },
  ),
  entry(
    'delivery',
    'faq',
    'Je, mnaleta bidhaa nyumbani?',
    'Ndiyo. Tunaleta bidhaa mjini Kisumu kwa saa 24. Gharama ni KES 200.',
    { language: 'sw' },
  ),
];
const site = await prepare({ business: shop, entries });

interface Expected {
  readonly answered?: boolean;
  readonly source?: string;
  readonly hasNot?: readonly string[];
}

const rows: readonly (readonly [Language, string, readonly string[], Expected?])[] = [
  ['sw', '???', ['Ungependa kujua nini?']],
  ['sw', '💩💩💩', ['sijaelewa', 'wasiliana nasi'], { answered: false }],
  ['sw', '2+2 ni ngapi', [], { answered: false }],
  ['en', 'I want to speak to a human', ['glad to talk', '0700 111 222'], { source: 'profile' }],
  [
    'en',
    'How long until you deliver in Kisumu?',
    ['We deliver within Kisumu in 24 hours.'],
    { source: 'delivery', hasNot: ['Yes'] },
  ],
  [
    'en',
    'Do you deliver and how much is rice?',
    ['We deliver within Kisumu', 'Rice is KES 180 per kilo.'],
    { source: 'delivery' },
  ],
  [
    'sw',
    'Je, mnaleta bidhaa nyumbani na bei ya sukari ni ngapi?',
    ['Tunaleta bidhaa', 'Bei ya sukari ni KES 150 kwa kilo.'],
    { source: 'delivery' },
  ],
  ['sw', 'mnaleta bidhaa nyumbani', ['Ndiyo. Tunaleta'], { source: 'delivery' }],
  ['sw', 'Nipe whatsapp', ['+254700111222'], { source: 'profile' }],
  ['sw', 'Nitumie location', ['Oginga Odinga'], { source: 'profile' }],
  ['en', 'are you a robot?', ['automatically', 'Duka la Amani']],
];

describe('courtesy and questions in two parts', () => {
  for (const [language, question, has, expected = {}] of rows)
    test(question, async () => {
      const { answered = true, source, hasNot = [] } = expected;
      const { text, sources, ...reply } = await answerByOverlap(site, asked(question));
      assert.deepEqual([reply.answered, reply.language], [answered, language], text);
      if (source) assert.equal(sources[0]?.id, source, text);
      for (const part of has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of hasNot) assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
});

test('a refusal for a size that is not listed names the sizes that are, and no price', async () => {
  const reply = await answer(site, asked('how much is the 5,000 litre water tank'));
  assert.equal(reply.answered, false);
  assert.deepEqual(reply.sources, []);
  assert.match(reply.text, /Water tank 500 litres and Water tank 1,000 litres/);
  assert.doesNotMatch(reply.text, /KES/);
});

test('a visitor who asks for a person is refused if the owner gave no contact', async () => {
  const business = { ...shop, phone: '', whatsapp: '', email: '' };
  const reply = await answerByOverlap(
    await prepare({ business, entries }),
    asked('nataka kuongea na mtu'),
  );
  assert.equal(reply.answered, false);
});

test('"what does it cost" refers to the first part of the question, not to the price list', async () => {
  const delivery: Entry = {
    id: 'delivery',
    kind: 'faq',
    title: 'Do you deliver?',
    text: 'Yes. Orders of KES 1,000 or more are delivered free of charge. Below that it costs KES 100.',
    url: null,
    language: 'en',
    alternatives: [],
  };
  const prepared = await prepare({ business: shop, entries: [delivery] });
  const { text } = await answerByOverlap(prepared, asked('Do you deliver, and what does it cost?'));
  assert.match(text, /KES 100/);
  assert.doesNotMatch(text, /Rice|Sugar/);
});
