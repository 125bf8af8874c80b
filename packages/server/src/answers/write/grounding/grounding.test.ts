import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { basisOf, hostileCases, laterHostileCases } from '../../../../test/grounding/cases.ts';
import type { Reading, ReadPassages } from '../../read/read-passages.ts';
import type { Basis } from './approved-text.ts';
import { createGrounding } from './grounding.ts';
import { statementsOf } from './tidy-sentence.ts';

const shop: Basis = {
  language: 'en',
  names: ['Duka la Amani'],
  passages: [
    {
      title: 'Delivery',
      text:
        'We deliver in Nairobi for KES 200 and in Kiambu for KES 400. Orders above KES 5,000 are delivered free of ' +
        'charge. We do not deliver on Sundays; the shop is closed. Write to orders@amani.example or see ' +
        'https://amani.example/delivery for the map.',
      language: 'en',
    },
  ],
};
const duka: Basis = {
  language: 'sw',
  names: [],
  passages: [
    {
      title: 'Mnaleta bidhaa nyumbani?',
      text:
        'Ndiyo, tunaleta kuanzia saa mbili asubuhi hadi saa kumi na moja jioni kwa shilingi mia mbili. Mteja ' +
        'analipa anapopokea.',
      language: 'sw',
    },
  ],
};

const scoring =
  (said: number): ReadPassages =>
  async ({ passages }) =>
    passages.map(() => ({ answer: 0, said, evidence: [] }));
/** A reader that finds every statement in the passages: what still fails, fails by rule. */
const agreeing = scoring(4);
const checked = async (basis: Basis, sentence: string, read: ReadPassages | 'none' = agreeing) => {
  const { check } = createGrounding(basis, read === 'none' ? undefined : read);
  const { kind, ...rest } = await check(sentence);
  return 'why' in rest ? rest.why : kind;
};

describe('the reader decides on a sentence', () => {
  for (const [basis, sentence] of [
    [shop, 'Delivery is free of charge for orders above KES 5,000.'],
    [shop, 'Orders above 5,000 shillings are delivered free.'],
    [shop, 'At Duka la Amani we deliver in Nairobi for two hundred shillings.'],
    [shop, 'You can write to orders@amani.example.'],
    [shop, '**We deliver** in Nairobi for KES 200.'],
    [duka, 'Ndiyo, tunaleta kuanzia saa 2:00 asubuhi hadi 17:00.'],
    [duka, 'Tunaleta nyumbani kwa shilingi 200.'],
    [duka, 'Unalipa unapopokea.'],
  ] as const)
    test(sentence, async () => {
      assert.equal(await checked(basis, sentence), 'passed');
      assert.equal(await checked(basis, sentence, scoring(-4)), 'statement');
    });
});

describe('no reader can let a sentence pass', () => {
  for (const [why, sentence] of [
    ['value', 'We deliver in Nairobi for KES 250.'],
    ['value', 'We deliver in Nairobi for USD 200.'],
    ['value', 'We deliver in Nairobi on Mondays.'],
    ['value', 'We deliver in Nairobi for 200%.'],
    ['value', 'Write to orders@amani.example.evil.test.'],
    ['value', 'Write to orders at evil dot example.'],
    ['value', 'See https://amani.example/login for the map.'],
    ['value', 'Call 0722 816 075 and we deliver.'],
    ['name', 'We deliver in Thika for KES 400.'],
    ['name', 'Mama Otieno delivers in Nairobi.'],
    ['language', 'Tunaleta mizigo Nairobi kwa KES 200.'],
    ['question', 'Do we deliver in Nairobi for KES 200?'],
    ['characters', 'We deliver in Nairobi\u200b for KES 200.'],
    ['markup', 'We deliver <b>free</b>.'],
  ] as const)
    test(`for its ${why}: ${sentence}`, async () =>
      assert.equal(await checked(shop, sentence), why));
  test('for the other clock: saa mbili usiku is not in the morning', async () => {
    assert.equal(await checked(duka, 'Tunaleta kuanzia saa mbili usiku.'), 'value');
    assert.equal(await checked(duka, 'Tunaleta hadi saa mbili asubuhi.'), 'value');
  });
});

describe('a sentence with a doubt needs a higher score of the reader', () => {
  const kiswahili: Basis = { ...shop, language: 'sw' };
  for (const [why, basis, sentence] of [
    ['elsewhere', shop, 'Once upon a time a lion went to market.'],
    ['exchange', kiswahili, 'Tunaleta Kiambu kwa KES 200.'],
  ] as const)
    test(`for its ${why}: ${sentence}`, async () => {
      assert.equal(await checked(basis, sentence, scoring(3)), why);
      assert.equal(await checked(basis, sentence, scoring(4)), 'passed');
    });
});

test('a capital at the start of a sentence is not a name: the reader decides', async () => {
  assert.equal(await checked(shop, 'Otieno delivers in Nairobi.', scoring(2)), 'statement');
  assert.equal(await checked(shop, 'Otieno delivers in Nairobi.', scoring(3)), 'passed');
});

describe('nothing hostile passes, even with a reader that agrees with everything', () => {
  const kinds = ['phone', 'hidden', 'homoglyph', 'html', 'language', 'link'];
  for (const kind of kinds)
    test(kind, async () => {
      // Whole texts: nothing is sent after a drift.
      const cases = [...hostileCases, ...laterHostileCases].filter(
        (one) => one.kind === kind && !beyondRules.test(one.text),
      );
      assert.ok(cases.length > 0);
      for (const one of cases) {
        const { check } = createGrounding(basisOf(one), agreeing);
        const passed: string[] = [];
        for (const sentence of statementsOf(one.text)) {
          const { kind: verdict } = await check(sentence);
          if (verdict === 'drift') break;
          if (verdict === 'passed') passed.push(sentence);
        }
        assert.ok(
          !passed.some((sentence) => sentence.includes('untrue' in one ? (one.untrue ?? '') : '')),
          one.text,
        );
      }
    });
  /** Sentences in other languages with values from the passages: only a reader can reject them. */
  const beyondRules = /^(?:Der|El) /;
});

test('a literal sentence of the passages passes without a reader', async () => {
  const [first = '', , third = ''] = statementsOf(shop.passages[0]?.text ?? '');
  assert.equal(await checked(shop, first.toUpperCase(), 'none'), 'passed');
  assert.equal(await checked(shop, third, 'none'), 'passed');
  assert.equal(await checked(shop, 'The shop is closed.', 'none'), 'passed');
  assert.equal(await checked(shop, first.replace('200', '-200'), 'none'), 'value');
  assert.equal(await checked(shop, third.replace('do not deliver', 'deliver'), 'none'), 'unread');
  assert.equal(await checked(shop, 'We deliver in Kiambu for KES 400.', 'none'), 'unread');
});

test('nothing passes if the reader is absent, fails or returns too few scores', async () => {
  const sentence = 'In Kiambu we deliver for KES 400.';
  assert.equal(await checked(shop, sentence, 'none'), 'unread');
  assert.equal(await checked(shop, sentence, async () => []), 'statement');
  const late = new Error('late');
  await assert.rejects(
    checked(shop, sentence, async () => Promise.reject(late)),
    late,
  );
  let calls = 0;
  const failing: ReadPassages = async (reading) => {
    calls += 1;
    return calls === 1 ? agreeing(reading) : [];
  };
  assert.equal(await checked(shop, sentence, failing), 'statement');
});

test('passages are read separately, and also joined if they fit into one window', async () => {
  const given: Reading[] = [];
  const read: ReadPassages = async (reading) => {
    given.push(reading);
    return agreeing(reading);
  };
  const passages = [
    ...shop.passages.map((one) => ({ ...one, text: 'We deliver in Nairobi for KES 200.' })),
    { ...shop.passages[0], title: 'Paying', text: 'We take cash.', language: 'en' },
  ] as const;
  await checked({ ...shop, passages }, 'We deliver in Nairobi and take cash.', read);
  assert.deepEqual(given[0]?.passages, [
    {
      title: 'Delivery Paying',
      sentences: ['We deliver in Nairobi for KES 200.', 'We take cash.'],
    },
    { title: 'Delivery', sentences: ['We deliver in Nairobi for KES 200.'] },
    { title: 'Paying', sentences: ['We take cash.'] },
  ]);
  assert.deepEqual(
    given.map(({ before, passages: { length } }) => [before, length]),
    [
      ['', 3],
      ['Delivery Paying', 1],
    ],
  );
  const long = 'We deliver in Nairobi for KES 200 and take cash at the door. '.repeat(60);
  given.length = 0;
  await checked({ ...shop, passages: [{ ...passages[0], text: long }] }, 'We take cash.', read);
  const read300 = given[0]?.passages ?? [];
  assert.equal(read300.length, 3);
  assert.ok(read300.every(({ sentences }) => sentences.join(' ').length <= 520));
});

test('a yes or no is removed from a sentence', async () => {
  const text = 'Tunaleta kwa shilingi 200.';
  for (const opener of ['Ndiyo,', 'Hapana,', 'Bila shaka,', 'Ndiyo kabisa!', 'Ndiyo'])
    assert.deepEqual(
      await createGrounding(duka, agreeing).check(`${opener} ${text.toLowerCase()}`),
      { kind: 'passed', text },
    );
});

test('the name of a site allows that name only, not its parts', async () => {
  const named = (name: string): Basis => ({ ...shop, names: [name] });
  const thika = named('Free Thika Foods');
  assert.equal(await checked(thika, 'Free Thika Foods delivers in Nairobi for KES 200.'), 'passed');
  assert.equal(await checked(thika, 'We deliver in Thika for KES 200.'), 'name');
});

test('courtesy phrases are dropped', async () => {
  for (const sentence of ['Hello!', 'Great question!', 'Of course.', 'Thank you.', 'Karibu sana.'])
    assert.equal(await checked(shop, sentence), 'empty', sentence);
});

test('checking a long sentence is fast, whatever its content', async () => {
  const before = process.cpuUsage();
  for (const piece of ['KES 200, ', 'na ', 'We deliver and ', '1.', 'saa '])
    await checked(shop, piece.repeat(400 / piece.length));
  assert.ok(process.cpuUsage(before).user < 1_000_000);
});
