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

interface Row {
  readonly question: string;
  readonly answered?: boolean;
  readonly language: Language;
  readonly source?: string;
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
}

const rows: readonly Row[] = [
  { question: '???', language: 'sw', has: ['Ungependa kujua nini?'] },
  { question: '💩💩💩', answered: false, language: 'sw', has: ['sijaelewa', 'wasiliana nasi'] },
  { question: '2+2 ni ngapi', answered: false, language: 'sw' },
  {
    question: 'I want to speak to a human',
    language: 'en',
    source: 'profile',
    has: ['glad to talk', '0700 111 222'],
  },
  // The yes of a FAQ answers its own question only.
  {
    question: 'How long until you deliver in Kisumu?',
    language: 'en',
    source: 'delivery',
    has: ['We deliver within Kisumu in 24 hours.'],
    hasNot: ['Yes'],
  },
  {
    question: 'Do you deliver and how much is rice?',
    language: 'en',
    source: 'delivery',
    has: ['We deliver within Kisumu', 'Rice is KES 180 per kilo.'],
  },
  {
    question: 'Je, mnaleta bidhaa nyumbani na bei ya sukari ni ngapi?',
    language: 'sw',
    source: 'delivery',
    has: ['Tunaleta bidhaa', 'Bei ya sukari ni KES 150 kwa kilo.'],
  },
  {
    question: 'mnaleta bidhaa nyumbani',
    language: 'sw',
    source: 'delivery',
    has: ['Ndiyo. Tunaleta'],
  },
  { question: 'Nipe whatsapp', language: 'sw', source: 'profile', has: ['+254700111222'] },
  { question: 'Nitumie location', language: 'sw', source: 'profile', has: ['Oginga Odinga'] },
  { question: 'are you a robot?', language: 'en', has: ['automatically', 'Duka la Amani'] },
];

describe('how a visitor is spoken to', () => {
  for (const { question, answered = true, language, source, has = [], hasNot = [] } of rows) {
    test(question, async () => {
      const { text, sources, ...reply } = await answerByOverlap(site, asked(question));
      assert.equal(reply.answered, answered, text);
      assert.equal(reply.language, language, text);
      if (source) assert.equal(sources[0]?.id, source, text);
      for (const part of has) assert.ok(text.includes(part), `${part} is not in: ${text}`);
      for (const part of hasNot) assert.ok(!text.includes(part), `${part} is in: ${text}`);
    });
  }
});

test('a refusal for a size that is not listed names the sizes that are, and no price', async () => {
  const reply = await answer(site, asked('how much is the 5,000 litre water tank'));
  assert.equal(reply.answered, false);
  assert.deepEqual(reply.sources, []);
  assert.match(reply.text, /Water tank 500 litres and Water tank 1,000 litres/);
  assert.doesNotMatch(reply.text, /KES/);
});

test('a visitor who wants a person is refused where the owner gave no way to reach one', async () => {
  const business = { ...shop, phone: '', whatsapp: '', email: '' };
  const reply = await answerByOverlap(
    await prepare({ business, entries }),
    asked('nataka kuongea na mtu'),
  );
  assert.equal(reply.answered, false);
});

test('what something costs is asked about the thing before it, not about everything', async () => {
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
