import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBusiness } from '../../../test/fixtures/amani-shop.ts';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { answer, prepare } from '../answers.ts';
import type { Ask, Business, Entry, Reply } from '../knowledge.ts';
import type { Reading, ReadScore } from './read-passages.ts';

const business: Business = {
  ...emptyBusiness,
  business: 'Duka la Mama',
  phone: '0700 000 111',
  address: 'Moi Avenue, Nakuru',
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:30' }],
  prices: [
    { item: 'Vanilla cake, 1 kg', price: 1_500, currency: 'KES' },
    { item: 'Vanilla cake, 2 kg', price: 2_800, currency: 'KES' },
    { item: 'Brown bread', price: 70, currency: 'KES' },
  ],
  languages: ['en'],
};
const entries: readonly Entry[] = [
  entry('deliver', 'faq', 'Do you deliver?', 'We bring cakes to any house in Nakuru for KES 200.'),
  entry(
    'rules',
    'document',
    'Custom cakes',
    'Send us a photo and we quote within a day. Half of the price is paid when you order. ' +
      'The deposit is not returned if you cancel on the day before. Names are written free of charge up to ' +
      'twelve letters. Edible photos cost KES 500 extra. Fondant figures cost KES 300 each, and a cake that ' +
      'falls in the car of a customer is not replaced by us, whoever drove. Boxes are included in every price.',
  ),
];

test('the best passage answers, with the sentence that the reader marks', async () => {
  const { reply } = await asked('Is my money back if plans change?', (text) =>
    text.includes('deposit') ? { answer: 2, marks: /deposit/ } : { answer: -4 },
  );
  assert.equal(reply.text, 'The deposit is not returned if you cancel on the day before.');
  assert.equal(reply.sources[0]?.id, 'rules');
});

test('a passage below the threshold does not answer, and strictness sets the threshold', async () => {
  const score = (text: string) => ({ answer: text.includes('house in Nakuru') ? 0.9 : -5 });
  const question = 'would somebody carry it to my door';
  assert.equal((await asked(question, score)).reply.answered, true);
  assert.equal((await asked(question, score, { strictness: 'high' })).reply.answered, false);
  const low = (text: string) => ({ answer: text.includes('house in Nakuru') ? -0.5 : -5 });
  assert.equal((await asked(question, low)).reply.answered, false);
  assert.equal((await asked(question, low, { strictness: 'low' })).reply.answered, true);
});

test('the price is that of the item which the reader chose, whatever words the question has', async () => {
  const { reply } = await asked('the big one for twenty guests, how much?', (text) => ({
    answer: text.includes('2 kg') ? 3 : -5,
  }));
  assert.match(reply.text, /Vanilla cake, 2 kg.*KES 2,800/);
  assert.doesNotMatch(reply.text, /1,500/);
});

test('prices that score nearly as well are listed together', async () => {
  const { reply } = await asked('how much is the pale one?', (text) => ({
    answer: text.includes('Vanilla') ? (text.includes('1 kg') ? 2 : 1.5) : -5,
  }));
  assert.match(reply.text, /1,500[\s\S]*2,800/);
  assert.doesNotMatch(reply.text, /bread/);
});

test('the price of an item that the question names takes precedence over other information', async () => {
  const { reply } = await asked('How much is the brown bread?', (text) => ({
    answer: text.includes('house in Nakuru') ? 2 : -1,
  }));
  assert.match(reply.text, /KES 70/);
});

test('the cheapest item is the one with the lowest price, not the one that the reader scores highest', async () => {
  const cake = (text: string) => ({ answer: text.includes('2 kg') ? 3 : -1 });
  for (const question of ["What's your cheapest product?", 'what is the cheapest thing you sell?'])
    assert.match((await asked(question, cake)).reply.text, /Brown bread is KES 70/);
});

test('hours are given for the requested day, or for the whole week', async () => {
  const hours = (text: string) => ({ answer: text.startsWith('Saa za kufungua') ? 4 : -5 });
  assert.match((await asked('Are you open on Sunday?', hours)).reply.text, /Sunday/);
  assert.match((await asked('when may I come by', hours)).reply.text, /08:00–17:30/);
});

test('both parts of a question in two parts are answered', async () => {
  const { reply } = await asked(
    'how much is the brown loaf and would you bring it to me?',
    (text) => ({
      answer: text.includes('Brown bread') ? 3 : text.includes('house in Nakuru') ? 2 : -5,
    }),
  );
  assert.match(reply.text, /KES 70/);
  assert.match(reply.text, /any house in Nakuru/);
  assert.deepEqual(fieldsOf(reply.sources, 'id'), ['profile', 'deliver']);
});

const twoParts = 'how much is the brown loaf and where can I park a lorry?';

test('if one of two parts is unknown, the answer says so', async () => {
  const { reply, readings } = await asked(twoParts, (text, _, question) => ({
    answer: text.includes('Brown bread') && !question.includes(' lorry') ? 3 : -5,
  }));
  assert.match(
    reply.text,
    /KES 70\. About the other part of your question I don't have information/,
  );
  assert.deepEqual(once(readings.map(({ question, before }) => [question, before])), [
    [twoParts, ''],
    ['how much is the brown loaf', ''],
    ['where can I park a lorry?', 'how much is the brown loaf'],
  ]);
});

test('no price is given for a thing that is not in the list', async () => {
  for (const price of ['how much', 'what is the price']) {
    const { reply } = await asked(`do you sell rolls and ${price}`, (text, _, question) => ({
      answer: text.includes('Brown bread') && !question.includes('rolls') ? 3 : -5,
    }));
    assert.equal(reply.answered, false, reply.text);
  }
});

test('an answer to the whole question is preferred to an answer to one part', async () => {
  const { reply } = await asked(twoParts, (text, _, question) => ({
    answer: text.includes('Brown bread') && question !== 'where can I park a lorry?' ? 3 : -5,
  }));
  assert.match(reply.text, /KES 70\.$/);
});

test('a question that depends on the previous turn is read only with it; another one also alone', async () => {
  const history = [{ role: 'user', content: 'Do you have brown bread?' }] as const;
  const dependent = await asked('and how much is it?', () => ({ answer: -3 }), {}, history);
  assert.deepEqual(once(dependent.readings.map(({ before }) => before)), [
    'Do you have brown bread?',
  ]);
  const other = await asked(
    'Which letters can be written on a birthday cake?',
    (text, before) => ({ answer: before === '' && text.includes('Names') ? 2 : -3 }),
    {},
    history,
  );
  assert.deepEqual(once(other.readings.map(({ before }) => before)), [
    'Do you have brown bread?',
    '',
  ]);
  assert.equal(other.reply.answered, true);
});

test('a question of unknown words only is not read', async () => {
  const { reply, readings } = await asked('qwxz qwxzv wqxz', () => ({ answer: 5 }));
  assert.equal(reply.answered, false);
  assert.deepEqual(readings, []);
});

test('further passages are read only if neither of the first two surely answers', async () => {
  const question = 'Do you deliver to any house in Nakuru?';
  const passagesRead = async (answer: number) =>
    (
      await asked(question, (text) => ({ answer: text.includes('house in Nakuru') ? answer : -5 }))
    ).readings.map(({ passages }) => passages.length);
  assert.deepEqual(await passagesRead(3), [2]);
  assert.deepEqual(await passagesRead(1), [2, 6]);
});

/** Merges consecutive equal items: the first two passages and the others are read separately. */
function once<One>(all: readonly One[]): readonly One[] {
  return all.filter((one, at) => JSON.stringify(one) !== JSON.stringify(all[at - 1]));
}

interface Scripted {
  readonly answer: number;
  readonly marks?: RegExp;
}

async function asked(
  question: string,
  score: (text: string, before: string, question: string) => Scripted,
  changes: Partial<Business> = {},
  history: Ask['history'] = [],
): Promise<{ readonly reply: Reply; readonly readings: readonly Reading[] }> {
  const prepared = await prepare({ business: { ...business, ...changes }, entries });
  const readings: Reading[] = [];
  const reply = await answer(prepared, askOf(question, history), {
    read: async (reading) => {
      readings.push(reading);
      return scoresOf(reading, score);
    },
  });
  return { reply, readings };
}

function scoresOf(
  { passages, before, question }: Reading,
  score: (text: string, before: string, question: string) => Scripted,
): readonly ReadScore[] {
  return passages.map(({ title, sentences }) => {
    const { answer, marks } = score(`${title} ${sentences.join(' ')}`.trim(), before, question);
    const evidence = sentences.map((sentence) => (marks?.test(sentence) ? 4 : -4));
    return { answer, said: -4, evidence };
  });
}

function askOf(question: string, history: Ask['history']): Ask {
  const nowMs = Date.parse('2026-06-16T10:00:00+03:00');
  return { question, history, language: 'en', mode: 'text', nowMs };
}

function entry(id: string, kind: Entry['kind'], title: string, text: string): Entry {
  return { id, kind, title, text, url: null, language: 'en', alternatives: [] };
}
